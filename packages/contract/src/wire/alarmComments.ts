import * as z from 'zod/mini'
import { EntityRef, PlainId } from './ids.ts'
import { nothing, numberOrZero, textOrEmpty, textOrNothing, tolerantRow } from './tolerant.ts'

/** Subjects of system comments. */
export const SystemCommentSubtype = z.enum([
  'ACKED_BY_USER',
  'CLEARED_BY_USER',
  'ASSIGNED_TO_USER',
  'UNASSIGNED_BY_USER',
  'UNASSIGNED_FROM_DELETED_USER',
  'COMMENT_DELETED',
])
export type SystemCommentSubtype = z.infer<typeof SystemCommentSubtype>

const commentFields = {
  id: PlainId,
  createdTime: z.number(),
  alarmId: EntityRef,
  /** Author, or user of the recorded act; null for none. */
  userId: z.nullish(EntityRef),
  /** `OTHER` for what users wrote, `SYSTEM` for what the platform noted. */
  type: z.string(),
  /** Any JSON object. Users write a `text`; the platform's also have a `subtype`, and edited ones `edited`. */
  comment: z.nullish(z.record(z.string(), z.unknown())),
  /** The comment as JSON text. */
  name: z.nullish(z.string()),
}
const commentFallbacks = {
  createdTime: numberOrZero,
  userId: nothing,
  type: textOrEmpty,
  comment: nothing,
  name: textOrNothing,
}

/** A comment on an alarm as the call that saves one returns it. */
export const AlarmComment = tolerantRow('a comment', z.looseObject(commentFields), commentFallbacks)
export type AlarmComment = z.infer<typeof AlarmComment>

/** A comment as lists return it, with the names of its author. */
export const AlarmCommentInfo = tolerantRow(
  'a comment',
  z.looseObject({
    ...commentFields,
    firstName: z.nullish(z.string()),
    lastName: z.nullish(z.string()),
    email: z.nullish(z.string()),
  }),
  { ...commentFallbacks, firstName: textOrNothing, lastName: textOrNothing, email: textOrNothing },
)
export type AlarmCommentInfo = z.infer<typeof AlarmCommentInfo>

/** Body that writes a comment, or with an id edits one. */
export const AlarmCommentRequest = z.looseObject({
  id: z.nullish(PlainId),
  comment: z.nullish(z.record(z.string(), z.unknown(), { error: 'a comment is an object, such as {"text":"…"}' })),
})
export type AlarmCommentRequest = z.infer<typeof AlarmCommentRequest>
