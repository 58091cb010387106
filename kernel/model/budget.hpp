// How much may be looked at before an answer has to do.
#pragma once

#include <chrono>
#include <cstdint>

namespace tilerummy {

class Budget {
  public:
    using Clock = std::chrono::steady_clock;

    // No limit for *states* or *until* is said by 0 and by the end of time.
    explicit Budget(std::uint64_t states = 0, Clock::time_point until = Clock::time_point::max())
        : states_(states ? states : ~0ull), until_(until) {}

    // The time in so many milliseconds; for 0 the end of time.
    static Clock::time_point until(double ms) {
        if (ms <= 0 || ms > 1e12) return Clock::time_point::max();
        const auto limit = std::chrono::duration<double, std::milli>(ms);
        return Clock::now() + std::chrono::duration_cast<Clock::duration>(limit);
    }

    // Takes some states from it; false if there are not as many, or it is too late.
    bool take(std::uint64_t states) {
        if (states >= states_) states_ = 0;
        else states_ -= states;
        if (states_ && late()) states_ = 0;
        return states_ > 0;
    }
    // Takes one for so many ways to go on from states; false if there is none left.
    bool take_path() {
        if (!(++paths_ & 255)) take(1);
        return left();
    }
    // Ends it at once, as where memory is used up.
    void use_up() { states_ = 0; }
    std::uint64_t rest() const { return states_; }
    bool left() const { return states_ > 0; }
    bool late() const { return until_ != Clock::time_point::max() && Clock::now() >= until_; }

  private:
    std::uint64_t states_, paths_ = 0;
    Clock::time_point until_;
};

} // namespace tilerummy
