import type { Texts, TextsDiffering } from './namespaces.ts'

/** The English pack: what differs from the default texts, which mix English and Vietnamese. */
export const en = {
  common: {
    saving: 'Saving...',
    confirm: 'Confirm',
    dismiss: 'Cancel',
    health: { modes: { flashing: 'Flashing yellow', route1: 'Route 1', route2: 'Route 2' } },
  },
  device: {
    mode: {
      title: 'Choose the mode',
      word: 'Mode',
      flashing: 'Flashing yellow',
      route1: 'Route 1',
      route2: 'Route 2',
      automatic: 'Automatic',
    },
    form: {
      timesTitle: 'Yellow and red clearance times',
      planCountTitle: 'Plan count',
    },
    devices: { automatic: 'Automatic' },
  },
  settings: {
    dialogs: {
      form: { yellow: 'Yellow (s)', redClearance: 'Red clearance (s)', planCount: 'Plan count (1-6)' },
      change: { title: 'Confirm the change' },
    },
  },
  incidents: {
    words: {
      sentences: { held: 'Held on route {{route}} since {{time}}' },
      causes: {
        held: { part: '{{junction}} is held on route {{route}}', first: 'Held on route {{route}}: {{junction}}' },
      },
    },
  },
  monitoring: {
    history: { modes: { '0': 'Flashing yellow', '1': 'Route 1', '2': 'Route 2', '4': 'Automatic' } },
    reports: {
      modeNames: { flashing: 'Flashing yellow', route1: 'Route 1', route2: 'Route 2', automatic: 'Automatic' },
    },
  },
  admin: {
    find: {
      actWords: {
        flash: 'flash mode',
        hold1: 'hold mode',
        hold2: 'hold mode',
        automatic: 'automatic end hold mode',
        time: 'clock',
        acknowledge: 'acknowledge',
        green: 'green',
      },
    },
  },
} satisfies TextsDiffering<Texts>
