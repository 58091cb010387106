/** The dialog for choosing rules, which belongs to the pages. */

import type { Component } from 'svelte';

export interface Picked {
  readonly ruleset: string;
  readonly name: string;
}

export interface PickerProps {
  ruleset: string;
  onpick: (entry: Picked) => void;
  onclose: () => void;
}

/** Loads the dialog. */
export type Picker = () => Promise<{ default: Component<PickerProps> }>;
