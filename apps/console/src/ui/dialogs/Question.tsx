import styles from './Question.module.css'

export interface QuestionProps {
  question: string
  /** Name of the subject, so that the user notices a wrong one. */
  name: string
  detail?: string | null | undefined
  /** A further consequence. */
  consequence?: string
}

/** The text of a confirmation. */
export function Question({ question, name, detail, consequence }: QuestionProps) {
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
