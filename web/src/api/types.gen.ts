// Written by `npm run types` from src/server/api/openapi.yaml. Change that, not this.

export type Time = string;

export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail?: string;
  cure?: string;
}

export interface Session {
  /** In whose name is said what is said */
  name: string;
  version: string;
  /** Of the store; another one means other rooms */
  epoch: string;
  /** That serve was started in */
  folder: string;
  /** Of the rooms */
  folders: string[];
  /** The model that speaks where nobody named one; absent: none is known yet */
  model?: string;
  /** Scripted answers: no model is connected */
  demo: boolean;
  demos?: {
    id: string;
    title: string;
    about: string;
    /** The first words to say */
    opening: string;
  }[];
  teams?: ({
    id: string;
    title: string;
    what?: string;
    flow?: "conversation" | "ideation";
  })[];
}

export interface OpenSession {
  id: string;
  name: string;
  since: Time;
  used: Time;
  /** The one that asks */
  here: boolean;
}

export interface RoomSummary {
  id: string;
  title: string;
  folder: string;
  team: string;
  state: "working" | "waiting" | "paused" | "finished" | "failed" | "quarantined" | "empty";
  created_at: Time;
  updated_at: Time;
  /** The newest room_seq */
  events: number;
  open_gates: number;
}

export interface Opening {
  /** Absolute; absent: that of serve */
  folder?: string;
  /** Of a new room */
  title?: string;
  team?: string;
  model?: string;
  /** Scripted answers, whatever model is connected */
  demo?: boolean;
  ideate?: {
    topic: string;
    preset?: string;
    rounds?: number;
    ideas?: number;
    /** A finished ideation's room that gets further rounds */
    continues?: string;
  };
}

export interface Opened {
  room: string;
  continued: boolean;
  notices?: string[];
}

export interface Committed {
  room_seq: number;
  /** Of the message */
  id?: string;
}

export interface Room {
  id: string;
  title: string;
  folder: string;
  team: string;
  state: "working" | "waiting" | "paused" | "finished" | "failed" | "quarantined" | "empty";
  /** The room_seq that all this is of */
  head: number;
  demo: boolean;
  cost: CostSum;
  agents: Agent[];
  gates: Gate[];
  /** Open ones of the active project */
  questions: Question[];
  project?: Project;
  projects: Project[];
  /** How many */
  ideas: number;
  problem?: RoomProblem;
  channels?: string[];
}

export interface RoomProblem {
  code: string;
  message: string;
  cause?: string;
  cure?: string;
}

export interface Agent {
  id: string;
  name: string;
  /** What it is for */
  what?: string;
  state: "quiet" | "waiting" | "speaking";
  /** That it speaks in */
  turn?: string;
  /** What it does in it, in words: writing the brief */
  task?: string;
  model?: string;
  stance?: "agrees" | "agrees_with_conditions" | "objects" | "abstains";
  stance_why?: string;
  tokens: number;
  cost_microusd: number;
}

export interface Gate {
  room: string;
  room_title?: string;
  project?: string;
  gate: string;
  /** ready, approval, review, ... (docs/events.md) */
  type: string;
  question: string;
  digest: string;
  options: {
    id: string;
    label: string;
  }[];
  at: Time;
  expired?: boolean;
  /** The thing itself, shown with the question: plan and commands, a command that is asked for, files (docs/events.md) */
  subject?: Record<string, unknown>;
}

export interface ClosedGate {
  gate: string;
  room_seq: number;
  at: Time;
  type: string;
  question: string;
  /** What was answered, as people read it */
  label: string;
  by: string;
  reason?: string;
}

export interface Trouble {
  room_seq: number;
  at: Time;
  agent: string;
  code: string;
  message: string;
  cause?: string;
  cure?: string;
}

export interface Question {
  id: string;
  /** By which it is answered: 1: ... */
  number: number;
  agent: string;
  text: string;
  /** What is done where it is left open */
  fallback?: string;
  /** Absent: it is open */
  end?: "answered" | "you_decide" | "dropped";
  answer?: string;
  answer_by?: string;
  message?: string;
  answer_message?: string;
  asked_at?: Time;
}

export interface Project {
  id: string;
  title: string;
  goal: string;
  phase: "idle" | "discovery" | "ready" | "synthesis" | "approval" | "execution" | "review" | "failed";
  ending?: "success" | "escalation" | "cancellation" | "timeout" | "error";
  active: boolean;
  iteration?: number;
  brief_revision?: number;
  /** Of the plan that is built by; absent: there is none */
  plan_revision?: number;
  agents: string[];
  waits: "nothing" | "team" | "answers" | "words" | "start" | "approval" | "review" | "gate" | "take_up" | "retry" | "resume";
  /** full: questions, brief, work, review; the others answer at once, or after a few questions */
  flow?: "full" | "light" | "quick" | "chat";
  /** What is wanted now, in a line: Your turn: 2 questions. */
  due?: string;
  last_activity?: Time;
}

export interface ProjectWhole {
  project: Project;
  questions: Question[];
  /** The last one counts */
  briefs: BriefRevision[];
  votes: {
    agent: string;
    vote?: string;
    why: string;
    message: string;
    iteration?: number;
  }[];
  history: {
    phase: string;
    iteration?: number;
    why?: string;
    began: Time;
    ended?: Time;
    ms: number;
  }[];
}

export interface BriefRevision {
  revision: number;
  by: string;
  origin: string;
  at: Time;
  message?: string;
  markdown: string;
  /** title, goal, scope, constraints, decisions, unknowns, next_steps, objections (docs/events.md) */
  brief: Record<string, unknown>;
  /** To the revision before it */
  changes: ({
    kind: "added" | "removed" | "changed";
    part: string;
    before?: string;
    after?: string;
  })[];
}

export interface Work {
  project: string;
  /** Of the plan */
  revision: number;
  plan: Plan;
  /** The folder that is worked for */
  repository?: string;
  /** What is merged goes there */
  branch?: string;
  /** The commit that all began from */
  base?: string;
  /** The branch's newest commit */
  head?: string;
  /** In the order in which they began, without diffs */
  tasks: TaskWork[];
  /** Agents that are at work with tools now */
  sessions: AgentSession[];
}

export interface Plan {
  title: string;
  description?: string;
  tasks: PlanTask[];
  risks?: string[];
  /** Command that starts what was built */
  start?: string;
  /** Agreed points that no task has */
  uncovered?: string[];
}

export interface PlanTask {
  id: string;
  objective: string;
  /** Ids of the tasks that come before it */
  dependencies?: string[];
  files?: string[];
  /** Commands that show that it is done */
  acceptance?: string[];
  stages: {
    stageName: string;
    objective?: string;
    agents: {
      agent: string;
      model?: string;
    }[];
  }[];
}

export interface TaskWork {
  id: string;
  /** Of the task as the plan had it */
  digest?: string;
  status: "not_started" | "running" | "waiting" | "paused" | "failed" | "completed";
  skipped?: boolean;
  stage?: string;
  /** Of building and review; absent: the first */
  round?: number;
  /** After failures; absent: the first */
  attempt?: number;
  /** Of the newest change */
  why?: string;
  /** Its folder */
  lane?: string;
  base?: string;
  commit?: string;
  merged?: string;
  /** Of `commit` */
  tree?: string;
  files?: ChangedFile[];
  /** Of the newest attempt */
  checks?: Check[];
  /** Of all rounds */
  reviews?: Review[];
  /** Milliseconds since 1970 */
  started_at?: number;
  changed_at?: number;
  room_seq?: number;
  /** Unified, bounded; only at the task's own address */
  diff?: string;
}

export interface ChangedFile {
  path: string;
  added?: number;
  deleted?: number;
  binary?: boolean;
}

export interface Check {
  command: string;
  tree?: string;
  on?: "base" | "task" | "merge";
  /** Of its exit; 0: it passed; -1: it did not come to an end */
  status: number;
  /** Why it did not come to an end */
  why?: string;
  took?: number;
  /** Its last lines */
  output?: string;
  room_seq?: number;
}

export interface Review {
  agent: string;
  tree?: string;
  stage?: string;
  /** none: it could not be had */
  verdict: "none" | "approve" | "changes";
  findings?: Finding[];
  round?: number;
  room_seq?: number;
}

export interface Finding {
  file?: string;
  /** Absent: of the file as a whole */
  line?: number;
  /** blocking, major, minor */
  severity?: string;
  text: string;
  fix?: string;
}

export interface AgentSession {
  flow: string;
  task?: string;
  agent?: string;
  rounds?: number;
  steps?: {
    said?: string;
    calls?: {
      id: string;
      name: string;
      summary?: string;
      done?: boolean;
      failed?: boolean;
    }[];
    /** Told after it: your words, or what was wrong with it */
    notes?: string[];
  }[];
}

export interface Message {
  id: string;
  room_seq: number;
  at: Time;
  /** A person's name */
  from: string;
  by: "person" | "agent" | "system";
  /** team, person, or an agent's id */
  to: string;
  /** docs/events.md */
  kind: string;
  marker: "discussion" | "command" | "confirmation";
  /** Markdown */
  text: string;
  /** The text is longer than this */
  more?: boolean;
  project?: string;
  phase?: string;
  channel?: string;
  interrupted?: boolean;
  cut?: boolean;
  rehearsal?: boolean;
  /** What its agent looked at in the folder before, in words; of a message that came by the stream */
  looked?: string;
  unseen?: UnseenFile[];
}

export interface UnseenFile {
  path: string;
  why: string;
}

export interface Event {
  v: number;
  seq: number;
  room: string;
  room_seq: number;
  at: Time;
  kind: string;
  by: Record<string, unknown>;
  project?: string;
  flow?: string;
  place?: string;
  body: Record<string, unknown>;
}

export interface Idea {
  id: string;
  title: string;
  description?: string;
  rationale?: string;
  tags: string[];
  builds_on?: string;
  round: number;
  revision: number;
  revisions: {
    revision: number;
    round: number;
    title: string;
    description?: string;
  }[];
  merged_into?: string;
  pinned: boolean;
  vetoed: boolean;
  /** Hundredths; absent means unscored */
  score?: number;
  spread?: number;
  contested?: boolean;
  scores: Score[];
}

export interface Score {
  scorer: string;
  by?: "person" | "agent";
  score: number;
  /** feasibility, innovation, impact, clarity, completeness: hundredths */
  criteria: Record<string, number>;
  pros?: string[];
  cons?: string[];
  feedback?: string;
}

export interface Chosen {
  id: string;
  score?: number;
  by_rule: string;
  flags: string[];
  leader_choice?: string;
}

export interface CostSum {
  cost_microusd: number;
  turns: number;
  failed?: number;
  /** Turns whose price nobody knows */
  unpriced: number;
  input: number;
  cached: number;
  output: number;
  ms?: number;
}

export interface Costs {
  total: CostSum;
  day: CostLines;
  room: CostLines;
  agent: CostLines;
  model: CostLines;
  task: CostLines;
}

export type CostLines = {
  name: string;
  sum: CostSum;
}[];

export interface Remembered {
  room: string;
  project: string;
  title: string;
  goal: string;
  one_liner?: string;
  summary?: string;
  finished_at: Time;
}

export interface Calls {
  /** GET /healthz: Whether the process answers */
  health: {
    takes: undefined;
    query: undefined;
    gives: string;
  };
  /** GET /readyz: Whether the store can be written */
  ready: {
    takes: undefined;
    query: undefined;
    gives: string;
  };
  /** GET /enter: Opens a session by a one-time link and goes to the page */
  enter: {
    takes: undefined;
    query: { key: string };
    gives: void;
  };
  /** GET /metrics: Figures in Prometheus' text format */
  metrics: {
    takes: undefined;
    query: undefined;
    gives: string;
  };
  /** GET /api/openapi.yaml: This page */
  description: {
    takes: undefined;
    query: undefined;
    gives: string;
  };
  /** GET /api/session: Who is signed in, and what they find here */
  session: {
    takes: undefined;
    query: undefined;
    gives: Session;
  };
  /** DELETE /api/session: Signs out */
  leave: {
    takes: undefined;
    query: undefined;
    gives: void;
  };
  /** GET /api/sessions: All sessions */
  sessions: {
    takes: undefined;
    query: undefined;
    gives: {
      items: OpenSession[];
    };
  };
  /** DELETE /api/sessions/{session}: Ends a session */
  revoke: {
    takes: undefined;
    query: undefined;
    gives: void;
  };
  /** POST /api/links: A further one-time link, for another browser or person */
  link: {
    takes: {
      /** Whose words they are; absent: one's own */
      name?: string;
    };
    query: undefined;
    gives: {
      url: string;
      name: string;
      ends_at: Time;
    };
  };
  /** GET /api/rooms: Rooms, those with the newest events first */
  rooms: {
    takes: undefined;
    query: { folder?: string; cursor?: string; limit?: number };
    gives: {
      items: RoomSummary[];
      next?: string;
    };
  };
  /** POST /api/rooms: Opens a conversation or an ideation */
  open: {
    takes: Opening;
    query: undefined;
    gives: Opened;
  };
  /** GET /api/rooms/{room}: A room as it is now */
  room: {
    takes: undefined;
    query: undefined;
    gives: Room;
  };
  /** GET /api/rooms/{room}/messages: What was said, the newest page, oldest first */
  messages: {
    takes: undefined;
    query: { before?: number; after?: number; limit?: number };
    gives: {
      items: Message[];
      /** Decisions between these messages */
      closed: ClosedGate[];
      /** Turns between them that failed */
      troubles: Trouble[];
      next?: number;
    };
  };
  /** POST /api/rooms/{room}/messages: Says something, in the session's name */
  say: {
    takes: {
      text: string;
    };
    query: undefined;
    gives: Committed;
  };
  /** GET /api/rooms/{room}/messages/{message}: One message, whole */
  message: {
    takes: undefined;
    query: undefined;
    gives: Message;
  };
  /** GET /api/rooms/{room}/events: Events as they are stored */
  events: {
    takes: undefined;
    query: { after?: number; limit?: number };
    gives: {
      items: Event[];
      next?: number;
    };
  };
  /** POST /api/rooms/{room}/interrupt: Stops who speaks; what was said so far is kept */
  interrupt: {
    takes: undefined;
    query: undefined;
    gives: void;
  };
  /** POST /api/rooms/{room}/resume: Goes on with what is unfinished */
  resume: {
    takes: {
      force?: boolean;
      /** Ends a run that cannot go on and begins it anew */
      anew?: boolean;
    };
    query: undefined;
    gives: Opened;
  };
  /** POST /api/rooms/{room}/cancel: Ends what is under way for good */
  cancel: {
    takes: {
      why?: string;
    };
    query: undefined;
    gives: Committed;
  };
  /** POST /api/rooms/{room}/gates/{gate}: Answers a gate */
  answer: {
    takes: {
      /** An id of the gate's options */
      option: string;
      digest: string;
      reason?: string;
    };
    query: undefined;
    gives: Committed;
  };
  /** GET /api/rooms/{room}/projects/{project}: A project with its questions, briefs and history */
  project: {
    takes: undefined;
    query: undefined;
    gives: ProjectWhole;
  };
  /** PUT /api/rooms/{room}/projects/{project}/plan: Edits the plan that waits for approval, in the session's name */
  editPlan: {
    takes: {
      /** Of the plan that was edited */
      revision: number;
      plan: Plan;
    };
    query: undefined;
    gives: Committed;
  };
  /** GET /api/rooms/{room}/projects/{project}/work: A project's plan, and how far its tasks are */
  work: {
    takes: undefined;
    query: undefined;
    gives: Work;
  };
  /** GET /api/rooms/{room}/projects/{project}/work/{task}: A task of the plan with its diff */
  taskWork: {
    takes: undefined;
    query: undefined;
    gives: TaskWork;
  };
  /** DELETE /api/rooms/{room}/projects/{project}/memory: Deletes a finished project from its folder's memory */
  forget: {
    takes: undefined;
    query: undefined;
    gives: void;
  };
  /** GET /api/rooms/{room}/ideas: The ideas of a room with their scores */
  ideas: {
    takes: undefined;
    query: undefined;
    gives: {
      items: Idea[];
      chosen?: Chosen;
    };
  };
  /** GET /api/rooms/{room}/report: The report of an ideation, for a sandboxed frame or a download */
  report: {
    takes: undefined;
    query: { format?: "html" | "md" | "json" };
    gives: Record<string, unknown>;
  };
  /** PUT /api/rooms/{room}/channels/{channel}: Binds a channel to the room */
  bind: {
    takes: undefined;
    query: undefined;
    gives: {
      channel: string;
      before?: string;
    };
  };
  /** DELETE /api/rooms/{room}/channels/{channel}: Unbinds it */
  unbind: {
    takes: undefined;
    query: undefined;
    gives: void;
  };
  /** GET /api/gates: All that waits for a person, oldest first */
  gates: {
    takes: undefined;
    query: { cursor?: string; limit?: number };
    gives: {
      items: Gate[];
      next?: string;
    };
  };
  /** GET /api/costs: Costs by day, room, agent, model and task */
  costs: {
    takes: undefined;
    query: { room?: string; days?: number };
    gives: Costs;
  };
  /** GET /api/memory: Finished projects that later teams are told of */
  memory: {
    takes: undefined;
    query: { folder?: string; cursor?: string; limit?: number };
    gives: {
      items: Remembered[];
      next?: string;
    };
  };
  /** GET /api/channels: Channels and the rooms that they are bound to */
  channels: {
    takes: undefined;
    query: { cursor?: string; limit?: number };
    gives: {
      items: {
        channel: string;
        room: string;
      }[];
      next?: string;
    };
  };
  /** GET /api/stream: What happens in rooms, as it happens (server-sent events) */
  stream: {
    takes: undefined;
    query: { room?: string[]; all?: boolean };
    gives: string;
  };
}
