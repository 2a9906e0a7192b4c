/** Texts of the dialogs that change settings: dangers, what a change does on the street, and editing by intent. */
export const edit = {
  danger: {
    list: 'Dangers',
    title: 'Danger. Read and tick each one',
    code: 'Type {{code}} to send it in spite of the danger',
    why: 'Why (needed because of the danger)',
    dangerous: 'Dangerous on the street.',
  },
  effect: {
    none: 'The lamps stay as they are.',
    mode: 'The lamps follow as soon as the controller has it.',
    held: 'The lamps stay as they are until the mode is automatic again.',
    now: 'The lamps follow at the end of the running cycle.',
    later: 'The lamps stay as they are until {{time}}.',
    waits: 'Nothing changes until the controller is online.',
  },
} as const
