/** Joins what samples and cycles teach of displays and control with what an engineer set. */
import { type ControlLearning, NO_CONTROL_LEARNT, nextControl } from './controlLearning.ts'
import type { Learner } from './foldLamps.ts'
import { type Learning, NOTHING_LEARNT, nextLearning } from './learning.ts'
import { type Styles, stylesOf } from './styles.ts'

/** Learns displays and control. What was learned here is newer than what is noted, and what an engineer set wins. */
export const learned: Learner = {
  /** Returns the state before where a sample teaches nothing. */
  learn: (before, street, force, ended) => {
    const { styles, street: last, learning, controlLearning } = before
    const isSeen = last !== null && street.missed === 0 && !street.afterGap
    const lastOne = isSeen ? { counts: last.sample.counts, second: last.second } : null
    const isDriven = force?.effect == null || force.effect.kind === 'program'
    const now = { counts: street.sample.counts, second: street.second }
    const [learntBefore, controlBefore] = [learning ?? NOTHING_LEARNT, controlLearning ?? NO_CONTROL_LEARNT]
    const next = nextLearning(learntBefore, lastOne, now, isDriven)
    const control = ended && force ? nextControl(controlBefore, ended, force) : controlBefore
    if (next === learntBefore && control === controlBefore) return before
    return { styles: stylesAfter(styles, next, control), learning: next, controlLearning: control }
  },

  withStyles: (junction, known) => {
    const { learning, controlLearning } = junction
    const isNew = learning === null || junction.street === null
    const isKnown = known.learned.display.some(({ red, yellow, green }) => red ?? yellow ?? green)
    const next: Learning = isNew
      ? {
          ...NOTHING_LEARNT,
          display: known.learned.display,
          hidden: known.learned.hidden,
          presumes: isKnown ? 'settled' : 'nothing',
        }
      : learning
    const control = controlLearning?.control
      ? controlLearning
      : { ...NO_CONTROL_LEARNT, control: known.learned.control }
    const isSet = known.set.display.some(({ red, yellow, green }) => red ?? yellow ?? green)
    const withSet = isSet && next.presumes !== 'settled' ? { ...next, presumes: 'settled' as const } : next
    const { display, hidden, hides, presumes } = withSet
    const beside = { presumesFull: presumesFull(presumes), hides }
    const styles = stylesOf(known.set, { display, hidden, control: control.control }, beside)
    return { ...junction, styles, learning: withSet, controlLearning: control, earlier: [] }
  },
}

function stylesAfter(
  styles: Styles,
  { display, hidden, hides, presumes }: Learning,
  { control }: ControlLearning,
): Styles {
  const before = styles.learned
  const isSame = before.display === display && before.hidden === hidden && before.control === control
  const beside = { presumesFull: presumesFull(presumes), hides }
  if (isSame && beside.presumesFull === styles.presumesFull && hides === styles.hides) return styles
  return stylesOf(styles.set, isSame ? before : { display, hidden, control }, beside)
}

function presumesFull(presumes: Learning['presumes']): boolean {
  return presumes === 'full' || presumes === 'settled'
}
