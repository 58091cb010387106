// A linear program over whole coefficients, solved by the dual simplex method for bounded
// variables: every step gives a bound, and it is quickly solved again when bounds change.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "model/budget.hpp"

namespace tilerummy {

// Maximises a sum of costs, where each row of coefficients times the values of the columns lies
// within its bounds and each value within its own.
class Simplex {
  public:
    struct Bounds {
        int low, high;
    };

    int add_row(Bounds bounds);
    int add_column(Bounds bounds, int cost, const std::vector<std::pair<int, int>> &entries);
    int rows() const { return int(rows_.size()); }
    int columns() const { return int(columns_.size()); }

    // Begins with nothing in the basis but the rows; no row or column is added after that.
    void begin();

    // Changes the bounds of a column between two calls of solve.
    void bound(int column, Bounds bounds);

    // Solves the program until the answer is found, or it is sure that it is less than *enough*; gives
    // up where it is too late.
    void solve(int enough, Budget::Clock::time_point until);

    // How much the answer is at most, rounded down: sure whatever became of rounding before.
    std::int64_t most() const { return most_; }

    // Whether the values are those of the answer.
    bool is_solved() const { return is_solved_; }

    double value(int column) const { return value_[column]; }

  private:
    struct Column {
        int from, to; // of `entries_`
        int cost;
    };
    struct Candidate {
        double ratio, size;
        int variable;
    };

    int leaving() const;
    bool expand(int row, bool &possible);
    void find_alphas(const double *row);
    int entering(double lack, int sign);
    void flip();
    void solve_for(int variable);
    void pivot(int row, int variable);
    double objective() const;
    void bound_objective(int row, int sign, int enough);
    std::int64_t most_with(const std::vector<double> &prices) const;
    bool at_low(int variable) const;

    // Variables are the columns and then, for each row, what it comes to.
    std::vector<Bounds> rows_, bounds_;
    std::vector<Column> columns_;
    std::vector<std::pair<int, int>> entries_;
    std::vector<int> basis_, place_;       // variable at each place of the basis; its place, or -1
    std::vector<double> value_, reduced_;  // of every variable
    std::vector<double> inverse_, weight_; // of the basis row by row, and the norm of each row
    int width_ = 0;                        // of a row of the inverse, more than it holds
    std::vector<double> alphas_, solved_;
    std::vector<Candidate> candidates_;
    std::vector<std::pair<int, double>> flipped_;
    std::int64_t most_ = 0;
    bool is_solved_ = false;
};

} // namespace tilerummy
