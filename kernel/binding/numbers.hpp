// Reads rows of numbers passed from Python.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>

#include "simulate/packing.hpp"

namespace tilerummy {

inline simulate::Numbers numbers_of(nanobind::handle bytes) {
    if (!PyBytes_Check(bytes.ptr())) throw std::invalid_argument("numbers must be bytes");
    const auto size = std::size_t(PyBytes_Size(bytes.ptr()));
    const auto *data = reinterpret_cast<const std::int64_t *>(PyBytes_AsString(bytes.ptr()));
    return {data, size / sizeof(std::int64_t)};
}

} // namespace tilerummy
