// A linear program with integer coefficients, solved by the dual simplex method for bounded
// variables. Every step yields a bound, and changed bounds are re-solved quickly.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "model/budget.hpp"

namespace tilerummy {

// Maximises the sum of the columns' values times their costs. Each row's product with the values
// must be within the row's bounds, and each value within the bounds of its column.
class Simplex {
  public:
    struct Bounds {
        int low, high;
    };

    int add_row(Bounds bounds);
    int add_column(Bounds bounds, int cost, const std::vector<std::pair<int, int>> &entries);
    int rows() const { return int(rows_.size()); }
    int columns() const { return int(columns_.size()); }

    // Starts the simplex method with a basis that consists of the row variables. No row or column
    // may be added afterwards.
    void begin();

    // Changes the bounds of a column between two calls of solve.
    void bound(int column, Bounds bounds);

    // Solves until the optimum is found or proven to be below *enough*, or until the deadline.
    void solve(int enough, Budget::Clock::time_point until);

    // Returns an upper bound on the optimum, rounded down and valid despite rounding errors.
    std::int64_t most() const { return most_; }

    bool is_solved() const { return is_solved_; }

    double value(int column) const { return value_[column]; }

  private:
    struct Column {
        int from, to; // range in `entries_`
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

    // The bounds of the rows, and the bounds of the variables: first the columns, then one variable
    // for the value of each row.
    std::vector<Bounds> rows_, bounds_;
    std::vector<Column> columns_;
    std::vector<std::pair<int, int>> entries_;
    std::vector<int> basis_, place_; // the variable at each basis position; its position, or -1
    std::vector<double> value_, reduced_;  // the value and reduced cost per variable
    std::vector<double> inverse_, weight_; // the basis inverse by row, and the norm of each row
    int width_ = 0;                        // the padded length of a row of the inverse
    std::vector<double> alphas_, solved_;
    std::vector<Candidate> candidates_;
    std::vector<std::pair<int, double>> flipped_;
    std::int64_t most_ = 0;
    bool is_solved_ = false;
};

} // namespace tilerummy
