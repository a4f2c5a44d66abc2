/** Request and response types for presets of providers. */

export type PresetConfidence = 'documented' | 'unverified';

/** What the operator gives to a preset. */
export interface PresetInput {
  key: string;
  label: string;
  kind: 'text' | 'id' | 'host' | 'secret' | 'choice';
  hint?: string;
  options?: readonly string[];
  default?: string | null;
}

/** A channel to a real provider that only needs an account there. */
export interface PresetView {
  id: string;
  version: number;
  provider: string;
  product: string;
  site: string;
  answers: string;
  confidence: PresetConfidence;
  sunset?: string | null;
  price: { model: 'per_request' | 'per_number' | 'in_reply' | 'plan'; note?: string };
  notes?: readonly string[];
  inputs: readonly PresetInput[];
  facts: readonly { about: string; source: string; confidence: PresetConfidence }[];
  projects: readonly string[];
  countries: readonly string[];
  /** In the demo, requests go to a simulator. */
  simulated: boolean;
}

export interface PresetRequest {
  id: string;
  name: string;
  projects: readonly string[];
  inputs: Readonly<Record<string, string>>;
  contract?: { ref: string; expires: string };
}
