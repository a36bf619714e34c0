// Certificates for tests, made when they are needed: an authority of our own and what it signs.
#pragma once

#include <memory>
#include <string>

namespace fm::testing {

struct PemPair {
  std::string certificate;
  std::string key;
};

class TestAuthority {
 public:
  TestAuthority();
  ~TestAuthority();

  const std::string& certificate() const;  // PEM: what a client has to trust

  // For a server named so ("IP:127.0.0.1", "DNS:models.test"), good for `days` from now; a negative
  // number has expired.
  PemPair sign(const std::string& name, int days = 1) const;
  static PemPair self_signed(const std::string& name);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fm::testing
