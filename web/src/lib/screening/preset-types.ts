/** Types of presets, as the server describes them. */
import type { Schemas } from '@/lib/api/schemas';

export type PresetConfidence = Schemas['PresetConfidence'];
/** What the operator gives to a preset. */
export type PresetInput = Schemas['PresetInput'];
/** A channel to a real provider that only needs an account there. */
export type PresetView = Schemas['PresetView'];
export type PresetRequest = Schemas['PresetChoice'];
