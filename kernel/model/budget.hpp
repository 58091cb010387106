// Limits on the work of a query: a number of states and a deadline.
#pragma once

#include <chrono>
#include <cstdint>

namespace tilerummy {

class Budget {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr Clock::time_point kNever = Clock::time_point::max();

    // *states* is the maximum number of states (0 means no limit) and *until* the deadline (kNever
    // means none). States are also taken from *parent*, if given.
    explicit Budget(std::uint64_t states = 0, Clock::time_point until = kNever,
                    Budget *parent = nullptr)
        : states_(states ? states : ~0ull), until_(until), parent_(parent) {
        if (parent_ && !parent_->left()) states_ = 0;
    }

    // Returns the deadline *ms* milliseconds from now; if *ms* is 0, there is no deadline.
    static Clock::time_point until(double ms) {
        if (ms <= 0 || ms > 1e12) return kNever;
        const auto limit = std::chrono::duration<double, std::milli>(ms);
        return Clock::now() + std::chrono::duration_cast<Clock::duration>(limit);
    }

    // Uses up states. Returns false if too few are left or the deadline has passed.
    bool take(std::uint64_t states) {
        if (states >= states_)
            states_ = 0;
        else
            states_ -= states;
        if (states_ && late()) states_ = 0;
        if (parent_ && !parent_->take(states)) states_ = 0;
        return states_ > 0;
    }
    // Counts a path that was tried; 256 paths use up one state. Returns false once nothing is left.
    bool take_path() {
        if (!(++paths_ & 255)) take(1);
        return left();
    }
    // Uses up all states, for example when memory runs out.
    void use_up() { states_ = 0; }
    std::uint64_t rest() const { return states_; }
    bool left() const { return states_ > 0; }
    bool late() const { return until_ != kNever && Clock::now() >= until_; }

  private:
    std::uint64_t states_, paths_ = 0;
    Clock::time_point until_;
    Budget *parent_;
};

} // namespace tilerummy
