#include "work/process/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "work/process/process_table.h"
#include "work/process/program_path.h"
#include "work/process/start_program.h"

namespace fm {
namespace {

constexpr std::size_t kLongestText = 100 * 1024;  // the kernel takes 128 KiB, ended by a zero

// How many times as many processes as allowed there may be until they are counted.
constexpr std::int64_t kBreedingRoom = 2;

std::string random_name() {
  std::array<unsigned char, 8> bytes{};
  FM_CHECK(::getrandom(bytes.data(), bytes.size(), 0) == bytes.size(), "no random bytes");
  std::string name;
  for (const unsigned char byte : bytes) {
    name += "0123456789abcdef"[byte >> 4];
    name += "0123456789abcdef"[byte & 15];
  }
  return name;
}

Result<void> check_text(const std::string& text) {
  if (text.contains('\0'))
    return fail("command_invalid", "A command cannot be run: there is a zero byte in it.");
  if (text.size() > kLongestText)
    return fail("command_too_long", "A command cannot be run: one of its arguments is too long.",
                "It has " + std::to_string(text.size()) + " bytes; " +
                    std::to_string(kLongestText) + " are allowed.",
                "Give the text as the command's input, or as a file.");
  return {};
}

Result<void> check(const CommandSpec& spec) {
  if (spec.argv.empty() || spec.argv.front().empty())
    return fail("command_invalid", "A command cannot be run: it names no program.");
  for (const std::string& text : spec.argv) TRY(check_text(text));
  TRY(check_text(spec.folder));
  for (const auto& [name, value] : spec.environment) {
    if (name.empty() || name.contains('='))
      return fail("command_invalid", "A command cannot be run: a variable's name is not one.");
    TRY(check_text(name + value));
  }
  return {};
}

struct Pipe {
  Descriptor reader;
  Descriptor writer;
};

// Numbers from three on: the child's streams are made at 0, 1 and 2.
Descriptor above_streams(int number) {
  Descriptor given(number);
  if (number < 0 || number > STDERR_FILENO) return given;
  return Descriptor(::fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

Error not_started(int reason) {
  return {"command_not_started", "A command cannot be started.", std::strerror(reason),
          "Too many programs may be running, or too many files open."};
}

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::unexpected(not_started(errno));
  Pipe pipe{above_streams(ends[0]), above_streams(ends[1])};
  if (!pipe.reader.is_open() || !pipe.writer.is_open()) return std::unexpected(not_started(errno));
  return pipe;
}

Result<Pipe> input_for(const CommandSpec& spec) {
  if (!spec.input.empty()) return make_pipe();
  Pipe nothing{.reader = above_streams(::open("/dev/null", O_RDONLY | O_CLOEXEC)), .writer = {}};
  if (!nothing.reader.is_open()) return std::unexpected(not_started(errno));
  return nothing;
}

void set_non_blocking(const Descriptor& descriptor) {
  if (descriptor.is_open()) ::fcntl(descriptor.get(), F_SETFL, O_NONBLOCK);
}

Error start_error(const StartFailure& failure, const CommandSpec& spec, const std::string& path) {
  const std::string reason = std::strerror(failure.reason);
  if (failure.step == StartStep::kFolder)
    return {"command_folder_missing",
            "The folder of a command cannot be entered: " + spec.folder + ".", reason, ""};
  if (failure.step != StartStep::kProgram) return not_started(failure.reason);
  switch (failure.reason) {
    case E2BIG:
      return {"command_too_long", "A command cannot be run: its arguments are too long together.",
              reason, "Give the text as the command's input, or as a file."};
    case ENOENT:  // the program was there: what its first line names is not
    case EACCES:
    case ENOEXEC:
      return {"command_not_executable", "A program cannot be run: " + path + ".",
              failure.reason == ENOENT ? "What its first line asks for is not there." : reason,
              "Make it executable, or name the program that runs it."};
    default:
      return not_started(failure.reason);
  }
}

std::vector<std::string> assignments(const CommandSpec& spec, const std::string& name) {
  std::vector<std::string> texts;
  for (const auto& [variable, value] : spec.environment)
    if (variable != kCommandVariable) texts.push_back(variable + "=" + value);
  texts.push_back(std::string(kCommandVariable) + "=" + name);
  return texts;
}

}  // namespace

Result<Child> Child::start(const CommandSpec& spec) {
  TRY(check(spec));
  const std::string name = spec.mark.empty() ? random_name() : spec.mark;
  const std::string path = TRY(program_path(spec));
  Pipe input = TRY(input_for(spec));
  Pipe output = TRY(make_pipe());
  Pipe errors;
  if (spec.streams == OutputStreams::kApart) errors = TRY(make_pipe());
  const int error_end = errors.writer.is_open() ? errors.writer.get() : output.writer.get();
  StartRequest request{.path = path,
                       .argv = spec.argv,
                       .environment = assignments(spec, name),
                       .folder = spec.folder,
                       .streams = {input.reader.get(), output.writer.get(), error_end},
                       .limits = spec.limits};
  Child child;
  child.limit_processes(kBreedingRoom * spec.limits.processes, name, request);
  const auto started = start_program(request);
  if (!started) return std::unexpected(start_error(started.error(), spec, path));
  child.process = Descriptor(started->descriptor);
  child.input = std::move(input.writer);
  child.output = std::move(output.reader);
  child.errors = std::move(errors.reader);
  for (const Descriptor* end : {&child.input, &child.output, &child.errors}) set_non_blocking(*end);
  // It is ours to wait for, so it is there, and its number its own, even if it has ended.
  const auto mark = mark_of(started->pid, name);
  child.mark = mark ? *mark : ProcessMark{.pid = started->pid, .name = name};
  return child;
}

void Child::limit_processes(std::int64_t count, const std::string& name, StartRequest& request) {
  if (count == 0) return;
  group_ = ControlGroup::make(name, count);
  if (group_)
    request.group = group_->entrance();
  else if (::getuid() != 0)
    request.user_processes = ProcessTable::read().threads_of(::getuid()) + count;
}

bool Child::has_ended() const {
  pollfd ended{.fd = process.get(), .events = POLLIN};
  return ::poll(&ended, 1, 0) == 1;
}

std::optional<ExitStatus> Child::wait() {
  siginfo_t info{};
  if (!process.is_open() ||
      ::waitid(P_PIDFD, static_cast<id_t>(process.get()), &info, WEXITED | WNOHANG) != 0 ||
      info.si_pid == 0)
    return {};
  process.close();
  return ExitStatus{.by_signal = info.si_code != CLD_EXITED, .value = info.si_status};
}

Child::~Child() {
  if (!process.is_open()) return;
  ::kill(-mark.pid, SIGKILL);  // it is not waited for yet, so the group's number is its own
  ::kill(mark.pid, SIGKILL);
  siginfo_t info{};
  while (::waitid(P_PIDFD, static_cast<id_t>(process.get()), &info, WEXITED) != 0 &&
         errno == EINTR) {
  }
}

}  // namespace fm
