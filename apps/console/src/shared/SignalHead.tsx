import type { LampColour } from '@greenwave/controller/lamps'
import { LAMP_COLOURS } from '@greenwave/controller/controllerLimits'
import { memo } from 'react'
import styles from './SignalHead.module.css'

interface SignalHeadProps {
  readonly name: string
  /** The counts of the lamps in seconds. Above 0 a lamp is lit; undefined means no data. */
  readonly red: number | undefined
  readonly yellow: number | undefined
  readonly green: number | undefined
  /** Text of the state, shown below the lamps. */
  readonly state: string
  /** A line under the state for something unusual. */
  readonly note?: string | undefined
  /** A line under the state for something usual. */
  readonly remark?: string | undefined
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
  lastKnown,
  overlong,
  fault,
  inConflict,
  old,
  flashing,
  uncounted,
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
    >
      <div className={styles.housing} aria-hidden>
        {LAMP_COLOURS.map((colour) => (
          <Lamp key={colour} colour={colour} count={lamps[colour]} overlong={overlong} uncounted={uncounted} />
        ))}
      </div>
      <figcaption aria-hidden>
        <div className={styles.name}>{name}</div>
        <div className={styles.state}>{state}</div>
        {remark && <div className={styles.remark}>{remark}</div>}
        {note && <div className={styles.note}>{note}</div>}
      </figcaption>
    </figure>
  )
})

/** Draws one lamp. Red and green show their count; yellow is lit without one. */
function Lamp({
  colour,
  count,
  overlong,
  uncounted,
}: {
  colour: LampColour
  count: number | undefined
  overlong: string | undefined
  uncounted: boolean | undefined
}) {
  const lit = count !== undefined && count > 0
  const isOverlong = lit && count > LONGEST_COUNT
  const text = !lit || uncounted || colour === 'yellow' ? '' : isOverlong ? `${LONGEST_COUNT}+` : String(count)
  return (
    <span
      className={`${styles.lamp} ${styles[colour]}`}
      data-lamp={colour}
      data-lit={lit || undefined}
      data-unknown={count === undefined || undefined}
      data-digits={text.length}
      title={isOverlong ? overlong : undefined}
    >
      {count === undefined ? '?' : text}
    </span>
  )
}
