// A limit on the work for an answer: a number of states and a moment.
#pragma once

#include <chrono>
#include <cstdint>

namespace tilerummy {

class Budget {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr Clock::time_point kNever = Clock::time_point::max();

    // 0 means no limit for *states*, the end of time none for *until*. What is taken is taken from
    // the budget *whole* too, if this is a part of one.
    explicit Budget(std::uint64_t states = 0, Clock::time_point until = kNever,
                    Budget *whole = nullptr)
        : states_(states ? states : ~0ull), until_(until), whole_(whole) {
        if (whole_ && !whole_->left()) states_ = 0;
    }

    // The moment in so many milliseconds; 0 means the end of time.
    static Clock::time_point until(double ms) {
        if (ms <= 0 || ms > 1e12) return kNever;
        const auto limit = std::chrono::duration<double, std::milli>(ms);
        return Clock::now() + std::chrono::duration_cast<Clock::duration>(limit);
    }

    // Uses up some states; false if there are not as many left, or it is too late.
    bool take(std::uint64_t states) {
        if (states >= states_)
            states_ = 0;
        else
            states_ -= states;
        if (states_ && late()) states_ = 0;
        if (whole_ && !whole_->take(states)) states_ = 0;
        return states_ > 0;
    }
    // Uses up one state for every 256 paths tried; false if there is none left.
    bool take_path() {
        if (!(++paths_ & 255)) take(1);
        return left();
    }
    // Uses up everything, as where memory is used up.
    void use_up() { states_ = 0; }
    std::uint64_t rest() const { return states_; }
    bool left() const { return states_ > 0; }
    bool late() const { return until_ != kNever && Clock::now() >= until_; }

  private:
    std::uint64_t states_, paths_ = 0;
    Clock::time_point until_;
    Budget *whole_;
};

} // namespace tilerummy
