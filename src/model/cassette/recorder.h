// Recorder: the models of a catalog, with every exchange kept in a cassette (P-35).
//
// It stands before the real catalog and passes everything on as it is. Each attempt is written as
// soon as it has ended; one that was cancelled is not kept: nobody had its answer. Keys are removed
// from what is written, also in the form that JSON gives them. When the file cannot be written any
// more, recording stops, on_trouble is called once, and the discussion goes on. On the loop. Its
// models may outlive it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/model.h"

namespace fm {

struct RecorderOptions {
  std::vector<std::string> secrets = {};              // the values of all keys
  std::function<void(const Error&)> on_trouble = {};  // called inside the call that was not kept
};

class Recorder final : public ModelCatalog {
 public:
  // Begins the file; `inner` outlives the recorder. Errors: cassette_exists, cassette_write_failed.
  static Result<std::unique_ptr<Recorder>> open(ModelCatalog& inner, const std::string& path,
                                                RecorderOptions options = {});

  Result<std::shared_ptr<Model>> find(const ModelName& name) override;
  ProviderQueue* line(const ModelName& name) override { return inner_.line(name); }

  Result<std::shared_ptr<Model>> rehearsal(const ModelName& name,
                                           std::shared_ptr<Model> own) override {
    return wrap(to_string(name), std::move(own));
  }

  // The same for a model that no catalog has.
  std::shared_ptr<Model> wrap(const std::string& full_name, std::shared_ptr<Model> model);

 private:
  class Tape;
  class RecordedModel;
  Recorder(ModelCatalog& inner, std::shared_ptr<Tape> tape);

  ModelCatalog& inner_;
  std::shared_ptr<Tape> tape_;
};

}  // namespace fm
