import styles from './Question.module.css'

export interface QuestionProps {
  question: string
  /** What it is about, so that nobody confirms about the wrong one. */
  name: string
  detail?: string | null | undefined
  /** What else follows from it. */
  consequence?: string
}

/** The words of a confirmation. */
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
