import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { errorText } from '../../data/errorText.ts'
import { notifySuccess } from '../notices/notify.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Question, type QuestionProps } from './Question.tsx'

export interface QuestionDialogProps<R, M> extends QuestionProps {
  opened: boolean
  onClose: () => void
  title: string
  /** What is said once it is done, and when it failed without a word of the platform's. */
  done: string
  failed: string
  /** What is done to what the question is about, by its id. */
  mutation: UseMutationOptions<R, Error, string, M>
  id: string
  /** True for what cannot be undone. */
  danger?: boolean
}

/** Asks whether something is to be done to one thing, and does it. */
export function QuestionDialog<R, M>(props: QuestionDialogProps<R, M>) {
  const { opened, onClose, title, done, failed, mutation, id, danger = false, ...question } = props
  const action = useMutation(mutation)
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      danger={danger}
      submitting={action.isPending}
      error={action.error ? errorText(action.error, failed) : undefined}
      onConfirm={() =>
        action.mutateAsync(id).then(() => {
          notifySuccess(done)
          onClose()
        })
      }
      onClose={onClose}
    >
      <Question {...question} />
    </ConfirmDialog>
  )
}

/** Words that the namespace of everything that can be deleted has under the same keys. */
type DeleteTexts = (key: 'deleteTitle' | 'deleteQuestion' | 'deleteFailed' | 'deleted') => string

export type DeleteDialogProps<R, M> = Omit<
  QuestionDialogProps<R, M>,
  'title' | 'question' | 'done' | 'failed' | 'danger'
> & { texts: DeleteTexts }

/** Asks before something is deleted, and deletes it. */
export function DeleteDialog<R, M>({ texts, ...props }: DeleteDialogProps<R, M>) {
  return (
    <QuestionDialog
      {...props}
      danger
      title={texts('deleteTitle')}
      question={texts('deleteQuestion')}
      done={texts('deleted')}
      failed={texts('deleteFailed')}
    />
  )
}
