#include "test/support/test_certificate.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <cstdlib>

namespace fm::testing {
namespace {

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freed<X509_free>>;
using Bio = std::unique_ptr<BIO, Freed<BIO_free>>;

constexpr long kDay = 24 * 60 * 60;

void must(bool done) {
  if (!done) std::abort();  // OpenSSL without its own algorithms: nothing here makes sense
}

Key new_key() {
  Key key(EVP_EC_gen("P-256"));
  must(key != nullptr);
  return key;
}

void add_extension(X509& certificate, X509& issuer, int nid, const char* value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, &issuer, &certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value);
  must(extension != nullptr && X509_add_ext(&certificate, extension, -1) == 1);
  X509_EXTENSION_free(extension);
}

Certificate new_certificate(EVP_PKEY& key, const char* common_name, long from, long to,
                            long serial) {
  Certificate made(X509_new());
  must(made != nullptr);
  X509_set_version(made.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(made.get()), serial);
  X509_gmtime_adj(X509_getm_notBefore(made.get()), from);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), to);
  X509_set_pubkey(made.get(), &key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(made.get()), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(common_name), -1, -1, 0);
  return made;
}

std::string text_in(BIO& bio) {
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(&bio, &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

std::string pem(X509& certificate) {
  const Bio bio(BIO_new(BIO_s_mem()));
  must(PEM_write_bio_X509(bio.get(), &certificate) == 1);
  return text_in(*bio);
}

std::string pem(EVP_PKEY& key) {
  const Bio bio(BIO_new(BIO_s_mem()));
  must(PEM_write_bio_PrivateKey(bio.get(), &key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
  return text_in(*bio);
}

PemPair finished(EVP_PKEY& key, X509& made, const std::string& name, X509& issuer,
                 EVP_PKEY& issuer_key) {
  X509_set_issuer_name(&made, X509_get_subject_name(&issuer));
  add_extension(made, issuer, NID_subject_alt_name, name.c_str());
  must(X509_sign(&made, &issuer_key, EVP_sha256()) > 0);
  return {pem(made), pem(key)};
}

}  // namespace

struct TestAuthority::Impl {
  Key key = new_key();
  Certificate certificate = new_certificate(*key, "Test authority", -kDay * 30, kDay * 30, 1);
  std::string text;
};

TestAuthority::TestAuthority() : impl_(std::make_unique<Impl>()) {
  X509& own = *impl_->certificate;
  X509_set_issuer_name(&own, X509_get_subject_name(&own));
  add_extension(own, own, NID_basic_constraints, "critical,CA:TRUE");
  add_extension(own, own, NID_key_usage, "critical,keyCertSign");
  must(X509_sign(&own, impl_->key.get(), EVP_sha256()) > 0);
  impl_->text = pem(own);
}
TestAuthority::~TestAuthority() = default;

const std::string& TestAuthority::certificate() const { return impl_->text; }

PemPair TestAuthority::sign(const std::string& name, int days) const {
  const Key key = new_key();
  const long to = days * kDay;
  const Certificate made = new_certificate(*key, "Test server", std::min(-kDay, to - kDay), to, 2);
  return finished(*key, *made, name, *impl_->certificate, *impl_->key);
}

PemPair TestAuthority::self_signed(const std::string& name) {
  const Key key = new_key();
  const Certificate made = new_certificate(*key, "Test server", -kDay, kDay, 3);
  return finished(*key, *made, name, *made, *key);
}

}  // namespace fm::testing
