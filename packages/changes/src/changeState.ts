/**
 * @file The vocabulary of a change, from its record to the screen. `changeProgress` decides the state of a change,
 * `keyDelivery` that of one value; records and rollouts keep the same names on the wire.
 */
import type { RecordedState } from '@greenwave/contract/records/changeRecords'
import type { Failure, TargetState } from '@greenwave/contract/records/rollouts'
import type { DeliveryState } from '@greenwave/controller/delivery'

/**
 * The state of a change of one junction, or why it failed.
 *
 * - notWritten: the platform gave no answer, and the values are not there
 */
export type ChangeState = RecordedState | DeliveryState | TargetState | Failure | 'notWritten'

/**
 * English texts of each state: a name of few words, and a sentence. They are the console's standard texts, too; its
 * language packs have the same keys.
 */
export const CHANGE_STATE_TEXTS = {
  name: {
    todo: 'Not sent yet',
    sending: 'Being sent',
    begun: 'Not known whether it was written',
    written: 'Written',
    refused: 'Refused',
    partly: 'Only partly written',
    notWritten: 'Not written',
    replaced: 'Changed again since',
    sent: 'Saved',
    waiting: 'Waiting',
    notConfirmed: 'Not confirmed',
    differs: 'Differs',
    noReport: 'No report',
    reported: 'Applied, not seen on the street yet',
    taken: 'Applied',
    seen: 'Seen on the street',
    streetDiffers: 'Differs on the street',
    same: 'Had these values already',
    changed: 'Changed in between',
    invalid: 'Out of range',
    gone: 'Deleted',
    offline: 'Offline',
    late: 'Too late',
    failed: 'Failed',
  },
  text: {
    todo: 'Nothing was sent to this junction yet.',
    sending: 'The values are being sent to the platform.',
    begun: 'The platform has not answered.',
    written: 'The platform has written the values.',
    refused: 'The platform refused the values.',
    partly: 'The platform wrote some values and refused others.',
    notWritten: 'The platform gave no answer, and the values are not there.',
    replaced: 'Other values were written since.',
    sent: 'The platform has it; the controller has not reported yet.',
    waiting: 'The controller is offline and gets it when it comes back.',
    notConfirmed: 'The controller is connected but did not report it within 10 s.',
    differs: 'The controller reports another value.',
    noReport: 'This controller reports no settings; only the signals can show it.',
    reported: 'The controller reports the same values; the signals have not shown them yet.',
    taken: 'The controller reports the same values.',
    seen: 'The signals show it.',
    streetDiffers: 'The signals show something else.',
    same: 'Nothing had to be sent.',
    changed: 'Not sent: changed by a user after the preview.',
    invalid: 'Not sent: the values are out of range there.',
    gone: 'There is no such device any more.',
    offline: 'Not sent: offline, and a clock cannot be set later.',
    late: 'Not sent: the mode would have ended already.',
    failed: 'The junction did not get the change.',
  },
} as const satisfies Readonly<Record<'name' | 'text', Readonly<Record<ChangeState, string>>>>
