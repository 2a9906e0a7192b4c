import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { errorText } from '../../data/errorText.ts'
import { notifySuccess } from '../notices/notify.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import styles from './Question.module.css'

export interface QuestionDialogProps<R, M> extends QuestionProps {
  opened: boolean
  onClose: () => void
  title: string
  /** The texts for success, and for a failure without a message from the platform. */
  done: string
  failed: string
  /** The action, and the id of its subject. */
  mutation: UseMutationOptions<R, Error, string, M>
  id: string
  /** True for actions that cannot be undone. */
  danger?: boolean
}

/** Asks whether to run an action on one subject, and runs it. */
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

/** Texts that the namespace of everything that can be deleted has under the same keys. */
type DeleteTexts = (key: 'deleteTitle' | 'deleteQuestion' | 'deleteFailed' | 'deleted') => string

/** The props of a QuestionDialog, whose texts come from a namespace. */
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

interface QuestionProps {
  question: string
  /** Name of the subject, so that the user notices a wrong one. */
  name: string
  detail?: string | null | undefined
  /** A further consequence. */
  consequence?: string
}

/** The text of a confirmation. */
function Question({ question, name, detail, consequence }: QuestionProps) {
  return (
    <div className={styles.question}>
      <p>{question}</p>
      <p className={styles.subject}>
        <strong>{name}</strong>
        {detail?.trim() && <span>{detail}</span>}
      </p>
      {consequence && <p>{consequence}</p>}
    </div>
  )
}
