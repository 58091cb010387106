"""Automated players ("robots") in real browsers. A package, so that fixtures can have its scope."""
