/** Displays and control as they are noted, for consoles: what an engineer set, and what a watcher learned. */
import { ofPhase, perPhase } from '@greenwave/controller/controllerLimits'
import { FULL } from '@greenwave/controller/display'
import type { Learner } from './foldLamps.ts'
import { stylesOf } from './styles.ts'

/**
 * Learns nothing. A lamp of which nothing is noted counts every second, and a control of which nothing is noted is fixed, as
 * most are.
 */
export const notedAlone: Learner = {
  learn: (before) => before,

  withStyles: (junction, { set, learned }) => {
    const styles = stylesOf(set, learned, { presumesFull: true, hides: false })
    const display = perPhase((phase) => {
      const { red, yellow, green } = ofPhase(styles.display, phase)
      return { red: red ?? FULL, yellow: yellow ?? FULL, green: green ?? FULL }
    })
    const control = styles.control ?? { kind: 'fixed' as const }
    return { ...junction, styles: { ...styles, display, control }, earlier: [] }
  },
}
