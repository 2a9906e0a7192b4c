import { device as standard } from '../default/device.ts'
import type { TextsLike } from '../shape.ts'

export const device = {
  ...standard,
  mode: {
    ...standard.mode,
    title: 'Choose the mode',
    word: 'Mode',
    flashing: 'Flashing yellow',
    route1: 'Route 1',
    route2: 'Route 2',
    automatic: 'Automatic',
  },
  change: { ...standard.change, title: 'Confirm the change' },
  form: {
    ...standard.form,
    timesTitle: 'Yellow and red clearance times',
    yellow: 'Yellow (s)',
    redClearance: 'Red clearance (s)',
    planCountTitle: 'Plan count',
    planCount: 'Plan count (1-6)',
  },
} satisfies TextsLike<typeof standard>
