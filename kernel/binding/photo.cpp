#include "binding/photo.hpp"

#include <memory>
#include <stdexcept>
#include <vector>

#include "vision/vision.h"

namespace nb = nanobind;

namespace tilerummy {
namespace {

const std::uint8_t *data_of(const nb::bytes &bytes) { return reinterpret_cast<const std::uint8_t *>(bytes.c_str()); }

std::unique_ptr<std::uint8_t[]> working_memory() {
    return std::unique_ptr<std::uint8_t[]>(new std::uint8_t[VISION_MEMORY]);
}

nb::bytes read_photo(const nb::bytes &rgb, int width, int height, const nb::bytes &weights) {
    if (width < 1 || height < 1 || rgb.size() != std::size_t(width) * std::size_t(height) * 3)
        throw std::invalid_argument("a photo has three bytes per pixel");
    const vision_photo photo{data_of(rgb), width, height};
    const auto reading = std::make_unique<vision_reading>();
    int refused;
    {
        const nb::gil_scoped_release released;
        refused = vision_read(&photo, data_of(weights), weights.size(), working_memory().get(), nullptr, reading.get());
    }
    if (refused == VISION_BAD_PHOTO) throw std::invalid_argument("the photo is too large");
    if (refused == VISION_NO_MEMORY) throw std::invalid_argument("the networks take too much memory");
    if (refused != VISION_OK) throw std::invalid_argument("the weights are damaged");
    return nb::bytes(reinterpret_cast<const char *>(reading.get()), sizeof(vision_reading));
}

nb::bytes run_network(bool reader, const nb::bytes &input, int height, int width, const nb::bytes &weights) {
    if (height < 1 || width < 1 || input.size() != std::size_t(width) * std::size_t(height) * 3 * sizeof(float))
        throw std::invalid_argument("an input has three floats per pixel");
    std::vector<float> values(input.size() / sizeof(float)), output(values.size() + 64);
    std::copy_n(data_of(input), input.size(), reinterpret_cast<std::uint8_t *>(values.data()));
    const std::size_t count =
        vision_run(reader, values.data(), height, width, data_of(weights), weights.size(), working_memory().get(),
                   output.data(), output.size());
    if (!count) throw std::invalid_argument("the network cannot read this input");
    return nb::bytes(reinterpret_cast<const char *>(output.data()), count * sizeof(float));
}

} // namespace

void bind_photo(nb::module_ &m) {
    m.def("read_photo", &read_photo, nb::arg("rgb"), nb::arg("width"), nb::arg("height"), nb::arg("weights"),
          "The reading of a photo as 32-bit values, in the order of vision_reading in vision/vision.h.");
    m.def("run_network", &run_network, nb::arg("reader"), nb::arg("input"), nb::arg("height"), nb::arg("width"),
          nb::arg("weights"), "The output of the detector or the reader for normalised floats, channels first.");
}

} // namespace tilerummy
