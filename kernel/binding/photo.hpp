// Python bindings for the reader of photos.
#pragma once

#include <nanobind/nanobind.h>

namespace tilerummy {

void bind_photo(nanobind::module_ &m);

} // namespace tilerummy
