// What the vendors' own clients read: node provider_clients.mjs PORT ASKS.json
//
// ASKS.json is a list of {family, base, model, stream}; `base` is the path before the family's own.
// For each one line comes out: {text, reasoning, refusal, tool_calls, seals, finish, usage, error},
// in the words that Folkmoot has for them, so that both can be compared.
import { readFileSync } from 'node:fs';

import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';

const [port, file] = process.argv.slice(2);
// The clients speak there of parts that are no text, and of what they could not parse.
console.warn = console.error = () => {};

const question = 'What do you say?';

function nothing() {
  return { text: '', reasoning: '', refusal: '', tool_calls: [], seals: [], finish: '', usage: {} };
}

const word = (table, theirs) => table[theirs] ?? theirs ?? '';

const chatWords = { model_context_window_exceeded: 'context_window' };

function chatUsage(usage) {
  return {
    input: usage?.prompt_tokens,
    output: usage?.completion_tokens,
    cached: usage?.prompt_tokens_details?.cached_tokens,
    reasoning: usage?.completion_tokens_details?.reasoning_tokens,
  };
}

function addChat(heard, said, finish) {
  heard.text += said?.content ?? '';
  heard.refusal += said?.refusal ?? '';
  heard.reasoning += said?.reasoning_content ?? '';
  for (const detail of said?.reasoning_details ?? [])
    heard.seals.push(detail.signature ?? detail.data);
  for (const [at, part] of (said?.tool_calls ?? []).entries()) {
    const call = (heard.tool_calls[part.index ?? at] ??= { id: '', name: '', arguments: '' });
    call.id ||= part.id ?? '';
    call.name ||= part.function?.name ?? '';
    call.arguments += part.function?.arguments ?? '';
  }
  if (finish) heard.finish = word(chatWords, finish);
}

async function openai_chat(url, model, stream, heard) {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 });
  const messages = [{ role: 'user', content: question }];
  if (!stream) {
    const whole = await client.chat.completions.create({ model, messages });
    addChat(heard, whole.choices[0].message, whole.choices[0].finish_reason);
    heard.usage = chatUsage(whole.usage);
    return;
  }
  const stream_options = { include_usage: true };
  const chunks = await client.chat.completions.create({ model, messages, stream, stream_options });
  for await (const chunk of chunks) {
    const choice = chunk.choices[0];
    if (choice) addChat(heard, choice.delta, choice.finish_reason);
    if (chunk.usage) heard.usage = chatUsage(chunk.usage);
  }
}

function addResponse(heard, response) {
  for (const item of response.output ?? []) {
    if (item.type === 'reasoning') {
      heard.reasoning += (item.summary ?? []).map((part) => part.text).join('');
      if (item.encrypted_content) heard.seals.push(item.encrypted_content);
    } else if (item.type === 'message') {
      for (const part of item.content)
        if (part.type === 'refusal') heard.refusal += part.refusal;
        else heard.text += part.text;
    } else if (item.type === 'function_call') {
      heard.tool_calls.push({ id: item.call_id, name: item.name, arguments: item.arguments });
    }
  }
  const reasons = { max_output_tokens: 'length', content_filter: 'content_filter' };
  heard.finish =
    response.status === 'incomplete' ? reasons[response.incomplete_details?.reason] : 'stop';
  if (heard.tool_calls.length > 0) heard.finish = 'tool_calls';
  const usage = response.usage;
  heard.usage = {
    input: usage?.input_tokens,
    output: usage?.output_tokens,
    cached: usage?.input_tokens_details?.cached_tokens,
    reasoning: usage?.output_tokens_details?.reasoning_tokens,
  };
}

async function openai_responses(url, model, stream, heard) {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 });
  const body = { model, input: question, store: false, include: ['reasoning.encrypted_content'] };
  if (!stream) return addResponse(heard, await client.responses.create(body));
  const pieces = { text: '', refusal: '', reasoning: '' };
  for await (const event of await client.responses.create({ ...body, stream })) {
    if (event.type === 'response.output_text.delta') pieces.text += event.delta;
    if (event.type === 'response.refusal.delta') pieces.refusal += event.delta;
    if (event.type === 'response.reasoning_summary_text.delta') pieces.reasoning += event.delta;
    if (event.type === 'response.failed') throw new Error(event.response.error.message);
    if (event.type === 'error') throw new Error(event.message);
    if (['response.completed', 'response.incomplete'].includes(event.type))
      addResponse(heard, event.response);
  }
  Object.assign(heard, pieces); // what was streamed counts; the whole would hide a lost piece
}

const anthropicWords = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  tool_use: 'tool_calls',
  pause_turn: 'pause',
  model_context_window_exceeded: 'context_window',
};

async function anthropic(url, model, stream, heard) {
  const client = new Anthropic({ apiKey: 'none', baseURL: url, maxRetries: 0 });
  const body = { model, max_tokens: 1000, messages: [{ role: 'user', content: question }] };
  const message = stream
    ? await client.messages.stream(body).finalMessage()
    : await client.messages.create(body);
  for (const block of message.content) {
    if (block.type === 'text') heard.text += block.text;
    if (block.type === 'thinking') heard.reasoning += block.thinking;
    if (block.signature) heard.seals.push(block.signature);
    if (block.type === 'redacted_thinking') heard.seals.push(block.data);
    if (block.type === 'tool_use')
      heard.tool_calls.push({
        id: block.id,
        name: block.name,
        arguments: JSON.stringify(block.input),
      });
  }
  heard.finish = word(anthropicWords, message.stop_reason);
  const usage = message.usage;
  const cached = usage.cache_read_input_tokens ?? 0;
  heard.usage = {
    input: usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0),
    output: usage.output_tokens,
    cached,
  };
}

const geminiWords = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content_filter',
  RECITATION: 'content_filter',
  BLOCKLIST: 'content_filter',
};

function addGemini(heard, chunk) {
  heard.text += chunk.text ?? '';
  for (const part of chunk.candidates?.[0]?.content?.parts ?? []) {
    if (part.thought) heard.reasoning += part.text;
    if (part.thoughtSignature) heard.seals.push(part.thoughtSignature);
    const call = part.functionCall;
    if (call)
      heard.tool_calls.push({
        id: call.id ?? '',
        name: call.name,
        arguments: JSON.stringify(call.args ?? {}),
      });
  }
  const reason = chunk.candidates?.[0]?.finishReason;
  if (reason) heard.finish = word(geminiWords, reason);
  if (heard.finish === 'stop' && heard.tool_calls.length > 0) heard.finish = 'tool_calls';
  const usage = chunk.usageMetadata;
  if (usage)
    heard.usage = {
      input: usage.promptTokenCount,
      output: usage.candidatesTokenCount,
      cached: usage.cachedContentTokenCount,
      reasoning: usage.thoughtsTokenCount,
    };
}

async function gemini(url, model, stream, heard) {
  const client = new GoogleGenAI({
    apiKey: 'none',
    vertexai: false,
    httpOptions: { baseUrl: url },
  });
  const body = { model, contents: question };
  if (!stream) return addGemini(heard, await client.models.generateContent(body));
  for await (const chunk of await client.models.generateContentStream(body))
    addGemini(heard, chunk);
}

const clients = { openai_chat, openai_responses, anthropic, gemini };

for (const { family, base, model, stream } of JSON.parse(readFileSync(file, 'utf8'))) {
  const heard = nothing();
  let error = null;
  try {
    await clients[family](`http://127.0.0.1:${port}${base}`, model, stream, heard);
  } catch (thrown) {
    error = { status: thrown.status ?? 0, message: String(thrown.message) };
  }
  process.stdout.write(JSON.stringify({ ...heard, error }) + '\n');
}
