/** What engineers note of a junction. */
export const geometry = {
  hint: 'Every field may stay empty. Names are shown wherever a phase is; speeds, widths and crossings give the calculators their numbers and the checks their limits. Of several approaches note the worst.',
  namePlaceholder: 'Such as the name of the street',
  whole: 'The whole junction',
  save: 'Save',
  saved: 'Phases and geometry saved.',
  failed: 'Failed to save phases and geometry',
  unread: 'What is stored as {{field}} cannot be read and is lost when you save: {{value}}',
  faults: {
    notANumber: 'This is no number.',
    notWhole: 'Give a whole number.',
    outOfRange: '{{min}} to {{max}} is allowed.',
    tooLong: 'At most {{max}} characters.',
    belowShortest: 'This is less than the shortest cycle.',
  },
} as const
