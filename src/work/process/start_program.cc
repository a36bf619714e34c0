#include "work/process/start_program.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

namespace fm {
namespace {

constexpr std::size_t kStackBytes = 256 * 1024;

// All that the child needs, made before it is there: it must not allocate.
struct Plan {
  const char* path = nullptr;
  char* const* argv = nullptr;
  char* const* environment = nullptr;
  const char* folder = nullptr;
  std::array<int, 3> streams{};
  ProcessLimits limits;
  std::int64_t user_processes = 0;
  int group = -1;
  pid_t parent = 0;
  StartFailure failure;
};

bool limit(__rlimit_resource what, std::int64_t value) {
  rlimit now{};
  if (::getrlimit(what, &now) != 0) return false;
  const rlim_t wanted = std::min(static_cast<rlim_t>(value), now.rlim_max);
  now = {.rlim_cur = wanted, .rlim_max = wanted};
  return ::setrlimit(what, &now) == 0;
}

bool set_limits(const Plan& plan) {
  const ProcessLimits& limits = plan.limits;
  return limit(RLIMIT_CORE, 0) &&
         (limits.file_bytes == 0 || limit(RLIMIT_FSIZE, limits.file_bytes)) &&
         (limits.data_bytes == 0 || limit(RLIMIT_DATA, limits.data_bytes)) &&
         (limits.open_files == 0 || limit(RLIMIT_NOFILE, limits.open_files)) &&
         (plan.user_processes == 0 || limit(RLIMIT_NPROC, plan.user_processes));
}

// Signals that we ignore or handle would stay ignored in the program.
void reset_signals() {
  struct sigaction usual{};
  usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &usual, nullptr);
}

bool join(int group) { return group < 0 || ::write(group, "0", 1) == 1; }

bool set_streams(const std::array<int, 3>& streams) {
  for (int number = 0; number < 3; ++number)
    if (::dup2(streams[static_cast<std::size_t>(number)], number) < 0) return false;
  return ::syscall(SYS_close_range, 3U, ~0U, 0U) == 0;
}

int become_program(void* given) {
  Plan& plan = *static_cast<Plan*>(given);
  const auto give_up = [&plan](StartStep step) {
    plan.failure = {step, errno};
    ::_exit(127);
    return 127;
  };
  reset_signals();
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != plan.parent) ::_exit(127);  // it died before it could be asked
  if (!join(plan.group)) return give_up(StartStep::kLimits);
  if (!set_streams(plan.streams)) return give_up(StartStep::kStreams);
  if (::chdir(plan.folder) != 0) return give_up(StartStep::kFolder);
  if (!set_limits(plan)) return give_up(StartStep::kLimits);
  ::execve(plan.path, plan.argv, plan.environment);
  return give_up(StartStep::kProgram);
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (const std::string& text : texts) all.push_back(const_cast<char*>(text.c_str()));
  all.push_back(nullptr);
  return all;
}

}  // namespace

std::expected<StartedProgram, StartFailure> start_program(const StartRequest& request) {
  const std::vector<char*> argv = pointers(request.argv);
  const std::vector<char*> environment = pointers(request.environment);
  Plan plan{.path = request.path.c_str(),
            .argv = argv.data(),
            .environment = environment.data(),
            .folder = request.folder.c_str(),
            .streams = request.streams,
            .limits = request.limits,
            .user_processes = request.user_processes,
            .group = request.group,
            .parent = ::getpid(),
            .failure = {}};
  void* stack = ::mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return std::unexpected(StartFailure{StartStep::kProcess, errno});
  // A signal that came to the child before its handlers are reset would run ours, in our memory.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before);
  int descriptor = -1;
  const pid_t pid = ::clone(become_program, static_cast<char*>(stack) + kStackBytes,
                            CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &plan, &descriptor);
  const int reason = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::munmap(stack, kStackBytes);
  if (pid < 0) return std::unexpected(StartFailure{StartStep::kProcess, reason});
  if (plan.failure.reason == 0) return StartedProgram{pid, descriptor};
  ::waitpid(pid, nullptr, 0);
  ::close(descriptor);
  return std::unexpected(plan.failure);
}

}  // namespace fm
