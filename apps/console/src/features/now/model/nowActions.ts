import type { Incident } from '../../../data/fleet/incident.ts'
import type { NowDialog } from './nowDialog.ts'

/** Actions of a user on an incident. */
export interface NowActions {
  /** Acknowledges those of these that are not yet. */
  acknowledge(incidents: readonly Incident[]): void
  unmute(junction: { readonly id: string; readonly name: string }): void
  /** Opens a dialog. */
  ask(dialog: NowDialog): void
  /** The ids of alarms and junctions about which a call is under way. */
  readonly pending: ReadonlySet<string>
}
