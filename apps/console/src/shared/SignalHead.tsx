import type { LampColour } from '@greenwave/controller/lamps'
import { LAMP_COLOURS } from '@greenwave/controller/controllerLimits'
import { memo } from 'react'
import { useTexts } from '../texts/useTexts.ts'
import styles from './SignalHead.module.css'

export interface SignalHeadProps {
  readonly name: string
  /** The counts of the lamps in seconds. Above 0 a lamp is lit; undefined means no data. */
  readonly red: number | undefined
  readonly yellow: number | undefined
  readonly green: number | undefined
  /** Text of the state, shown below the lamps. */
  readonly state: string
  /** A line under the state for something unusual. */
  readonly note?: string | undefined
  /** A line under the state for something usual, and its explanation. */
  readonly remark?: string | undefined
  readonly remarkHint?: string | undefined
  /** The text "last known" for users who cannot see that the head is grey. */
  readonly lastKnown?: string | undefined
  /** The text for a count that is too long for its lamp. */
  readonly overlong: string | undefined
  /** True when the state is a fault: dark, conflicting or frozen. */
  readonly fault?: boolean
  /** True when the phase has the road together with another: its head is ringed. */
  readonly inConflict?: boolean
  /** True when the lamps are not live; the head is then grey, whatever its state. */
  readonly old?: boolean
  /** True when the yellow is flashing. */
  readonly flashing?: boolean
  /** True when it is only known which lamps are lit: no count is shown. */
  readonly uncounted?: boolean
  /** Seconds that are expected of the lit lamp, which does not count. They have a mark of their own. */
  readonly expected?: number | undefined
  /** True when no lamp is shown although one may be lit, by the style of the display. */
  readonly notShown?: boolean
}

/**
 * The largest count that fits in a lamp, seconds. Whatever its settings, a controller does not count from a larger one.
 */
export const LONGEST_COUNT = 999

/**
 * Shows one signal head, red over yellow over green, with its name and the text of its state. It renders only when one
 * of these changes.
 */
export const SignalHead = memo(function SignalHead({
  name,
  state,
  note,
  remark,
  remarkHint,
  lastKnown,
  overlong,
  fault,
  inConflict,
  old,
  flashing,
  uncounted,
  expected,
  notShown,
  ...lamps
}: SignalHeadProps) {
  return (
    <figure
      className={styles.phase}
      aria-label={`${name}: ${[state, remark, note, overlong, lastKnown].filter(Boolean).join(', ')}`}
      data-old={old || undefined}
      data-fault={fault || inConflict || undefined}
      data-conflict={inConflict || undefined}
      data-flashing={(flashing && !old) || undefined}
      data-not-shown={notShown || undefined}
    >
      <div className={styles.housing} aria-hidden>
        {LAMP_COLOURS.map((colour) => (
          <Lamp
            key={colour}
            colour={colour}
            count={lamps[colour]}
            overlong={overlong}
            uncounted={uncounted}
            expected={expected}
          />
        ))}
      </div>
      <figcaption aria-hidden>
        <div className={styles.name}>{name}</div>
        <div className={styles.state}>{state}</div>
        {remark && (
          <div className={styles.remark} title={remarkHint}>
            {remark}
          </div>
        )}
        {note && <div className={styles.note}>{note}</div>}
      </figcaption>
    </figure>
  )
})

interface LampProps extends Pick<SignalHeadProps, 'overlong' | 'expected'> {
  readonly colour: LampColour
  readonly count: number | undefined
  readonly uncounted: boolean | undefined
}

/** Draws one lamp. Red and green show their count, or about what is expected; yellow is lit without a number. */
function Lamp({ colour, count, overlong, uncounted, expected }: LampProps) {
  const t = useTexts('common')
  const lit = count !== undefined && count > 0
  const isOverlong = lit && count > LONGEST_COUNT
  const hasNumber = lit && colour !== 'yellow'
  const isExpected = hasNumber && uncounted === true && expected !== undefined
  const counted = isOverlong ? `${LONGEST_COUNT}+` : String(count)
  const text = isExpected ? `≈${expected}` : hasNumber && !uncounted ? counted : ''
  return (
    <span
      className={`${styles.lamp} ${styles[colour]}`}
      data-lamp={colour}
      data-lit={lit || undefined}
      data-letter={t(`letters.${colour}`)}
      data-unknown={count === undefined || undefined}
      data-digits={text.length}
      data-expected={isExpected || undefined}
      title={isOverlong ? overlong : undefined}
    >
      {count === undefined ? '?' : text}
    </span>
  )
}
