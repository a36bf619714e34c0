// folkmoot: reads the command line, builds what a command needs, runs it.
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>

#include "base/open_files.h"
#include "cli/command/commands.h"
#include "cli/command/no_command.h"
#include "cli/context/report_error.h"
#include "main/wiring.h"

namespace {

using namespace fm;
using namespace fm::cli;

constexpr Millis kLastWords{2000};

std::string current_folder() {
  std::error_code error;
  const auto path = std::filesystem::current_path(error);
  return error ? std::string("/") : path.string();
}

Command meant(const Command& said, const Descriptors& on) {
  const auto* chat = std::get_if<ConversationArgs>(&said);
  const auto input = [] { return await_input(STDIN_FILENO); };
  return chat != nullptr && means_help(*chat, on, input) ? Command(HelpArgs{}) : said;
}

// Wrong usage is told before anything is opened.
int refuse(const Error& error, JsonMode json, const Terminal& terminal, Output& err) {
  err.write(json == JsonMode::kNo ? error_text(error, terminal.size.columns, terminal.charset)
                                  : error_json(error));
  return status_of(error);
}

int run_program(const std::vector<std::string>& arguments, Output& out, Output& err) {
  const Environment env = process_environment();
  const Descriptors on = look_at_descriptors();
  const auto invocation = parse_args(arguments);
  if (!invocation)
    return refuse(invocation.error(), json_mode_in(arguments),
                  read_terminal(env, on, Colour::kAuto), err);
  const Globals& globals = invocation->globals;
  const SystemClock clock;
  const auto loop = make_loop(clock);
  Context context{
      .globals = globals,
      .env = env,
      .terminal = read_terminal(env, on, globals.no_color ? Colour::kNever : Colour::kAuto),
      .folder = current_folder(),
      .out = out,
      .err = err,
      .loop = *loop,
      .backend = {}};
  context.backend = make_backend([&context](const Error& why) { report_notice(why, context); });
  const int status = std::visit([&](const auto& command) { return cli::run(command, context); },
                                meant(invocation->command, on));
  context.backend.finish([&] {
    out.flush();
    err.write(
        "folkmoot: finishing what runs for another terminal; Ctrl-C leaves it to that one.\n");
  });
  out.flush();
  if (out.failure() == 0) return status;
  const Error lost{"output_failed", "Not everything could be written to standard output.",
                   std::string(std::strerror(out.failure())) + ".",
                   "Send it somewhere with space. Nothing in the store was lost."};
  report(lost, context);
  return status == 0 ? 1 : status;
}

}  // namespace

int main(int argc, char** argv) {
  fill_standard_descriptors();
  std::signal(SIGPIPE, SIG_IGN);  // a reader that goes away is an error of write()
  raise_open_files_limit();       // each model call is a connection
  Output out(STDOUT_FILENO);
  Output err(STDERR_FILENO);
  const int status = run_program({argv + 1, argv + argc}, out, err);
  out.flush();
  err.flush(kLastWords);
  return status;
}
