import { useTexts } from '../texts/useTexts.ts'
import type { Topic } from './glossary.ts'
import { TermDiagram } from './TermDiagram.tsx'
import styles from './TopicText.module.css'
import { useHealthWords } from './useHealthWords.ts'

/** Explains a term with a small diagram, or an incident with what to do. */
export function TopicText({ topic }: { readonly topic: Topic }) {
  const t = useTexts('monitoring', 'glossary')
  const help = useTexts('monitoring', 'healthHelp')
  const words = useHealthWords()
  return topic.kind === 'term' ? (
    <div className={styles.topic}>
      <b className={styles.name}>{t(`names.${topic.term}`)}</b>
      <p>{t(`texts.${topic.term}`)}</p>
      <TermDiagram term={topic.term} />
    </div>
  ) : (
    <div className={styles.topic}>
      <b className={styles.name}>{words.name(topic)}</b>
      <p>{help(`means.${topic.code}`)}</p>
      <p>
        <b>{help('whatToDo')}:</b> {help(`act.${topic.code}`)}
      </p>
    </div>
  )
}
