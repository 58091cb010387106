#include "binding/batch.hpp"

#include <array>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "binding/numbers.hpp"
#include "selfplay/batch.hpp"
#include "selfplay/reading.hpp"

namespace nb = nanobind;

namespace tilerummy {
namespace {

using namespace simulate;

// The writable buffer of a Python object. Its address does not change during this object's
// lifetime.
class Memory {
  public:
    Memory(nb::handle object, std::size_t bytes) {
        if (PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_WRITABLE)) nb::raise_python_error();
        if (std::size_t(buffer_.len) == bytes) return;
        PyBuffer_Release(&buffer_);
        throw std::invalid_argument("a buffer has the wrong size");
    }
    Memory(const Memory &) = delete;
    ~Memory() { PyBuffer_Release(&buffer_); }

    template <class Value> Value *as() const { return static_cast<Value *>(buffer_.buf); }

  private:
    Py_buffer buffer_{};
};

// A batch and its output buffers, in the same order as in tilerummy.simulator.buffers.Buffers.
class BoundBatch {
  public:
    BoundBatch(const nb::bytes &rules, const nb::bytes &policies, std::size_t rounds,
               int candidates, const nb::tuple &buffers) {
        Numbers numbers = numbers_of(rules), seated = numbers_of(policies);
        const Rules read = read_rules(numbers);
        std::vector<Policy> each;
        while (!seated.done()) each.push_back(read_policy(seated));
        if (each.empty() || each.size() > kMaxSeats || rounds < 1 || candidates < 3)
            throw std::invalid_argument("a batch needs seats, rounds and candidates");
        const auto sizes = selfplay::buffer_sizes(read, each.size(), rounds, std::size_t(candidates));
        if (buffers.size() != sizes.size()) throw std::invalid_argument("buffers are missing");
        for (std::size_t i = 0; i < sizes.size(); ++i)
            memory_.push_back(std::make_unique<Memory>(buffers[i], sizes[i]));
        const auto bytes = [&](int i) { return memory_[i]->as<std::uint8_t>(); };
        const auto numbers_at = [&](int i) { return memory_[i]->as<std::int32_t>(); };
        const selfplay::Buffers to{bytes(0), bytes(1), bytes(2),      bytes(3),      bytes(4),
                               bytes(5), bytes(6), bytes(7),      numbers_at(8), numbers_at(9),
                               numbers_at(10)};
        batch_ = std::make_unique<selfplay::Batch>(read, std::move(each), rounds, candidates, to);
    }

    void reset(std::size_t round, const nb::bytes &start) {
        if (round >= batch_->rounds()) throw std::invalid_argument("round index out of range");
        Numbers numbers = numbers_of(start);
        auto read = selfplay::read_start(read_game(batch_->rules(), numbers), numbers);
        const nb::gil_scoped_release released;
        batch_->reset(round, std::move(read.game), read.seed);
    }

    void step(const nb::bytes &choices, int threads) {
        if (choices.size() != batch_->rounds() * sizeof(std::int32_t))
            throw std::invalid_argument("each round needs a choice");
        const auto *each = reinterpret_cast<const std::int32_t *>(choices.c_str());
        const nb::gil_scoped_release released;
        batch_->step(each, threads);
    }

  private:
    std::vector<std::unique_ptr<Memory>> memory_;
    std::unique_ptr<selfplay::Batch> batch_;
};

} // namespace

void bind_batch(nb::module_ &m) {
    nb::class_<BoundBatch>(m, "Batch", "Rounds that are stepped together.")
        .def(nb::init<const nb::bytes &, const nb::bytes &, std::size_t, int, const nb::tuple &>(),
             nb::arg("rules"), nb::arg("policies"), nb::arg("rounds"), nb::arg("candidates"),
             nb::arg("buffers"))
        .def("reset", &BoundBatch::reset, nb::arg("round"), nb::arg("start"),
             "Restart a round.")
        .def("step", &BoundBatch::step, nb::arg("choices"), nb::arg("threads"),
             "Make a choice in each unfinished round.");
}

} // namespace tilerummy
