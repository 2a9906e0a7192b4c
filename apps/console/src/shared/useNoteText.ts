import { type AlarmCommentInfo, SystemCommentSubtype } from '@greenwave/contract/wire/alarmComments'
import { useTexts } from '../texts/useTexts.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns who did something last, as the platform noted it beside an incident; undefined if it noted nothing such. */
export function lastActor(comments: readonly AlarmCommentInfo[], subtype: SystemCommentSubtype): string | undefined {
  const note = comments.findLast(({ comment, type }) => type === 'SYSTEM' && comment?.subtype === subtype)
  return note && (textOf(note.comment?.userName) || undefined)
}

/** Returns whether people wrote a comment; otherwise it is a note of the platform. */
export function isWritten({ type }: AlarmCommentInfo): boolean {
  return type !== 'SYSTEM'
}

/** Returns a function for the text of a comment, which is the reader's language for the notes of the platform. */
export function useNoteText(): (comment: AlarmCommentInfo) => string {
  const t = useTexts('monitoring', 'past')
  return (note) => {
    const { text, subtype, userName, assigneeName } = note.comment ?? {}
    const known = SystemCommentSubtype.options.find((one) => one === subtype)
    if (isWritten(note) || !known || textOf(userName) === '') return textOf(text)
    return t(`notes.${known}`, { userName: textOf(userName), assigneeName: textOf(assigneeName) })
  }
}
