import { EXPLAINED_INCIDENTS, GLOSSARY_TERMS, type Topic } from '../../../shared/glossary.ts'
import { TopicText } from '../../../shared/TopicText.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './Glossary.module.css'

/** The terms of the glossary, and what each incident means. `heading` follows the level of what is around it. */
export function Glossary({ heading }: { readonly heading: 'h2' | 'h3' }) {
  const t = useTexts('monitoring', 'glossary')
  const terms = GLOSSARY_TERMS.map((term): Topic => ({ kind: 'term', term }))
  const incidents = EXPLAINED_INCIDENTS.map((code): Topic => ({ kind: 'incident', code }))
  return (
    <div className={styles.help}>
      <Topics heading={heading} id="help-terms" title={t('termsTitle')} topics={terms} />
      <Topics heading={heading} id="help-incidents" title={t('incidentsTitle')} topics={incidents} />
    </div>
  )
}

interface TopicsProps {
  readonly heading: 'h2' | 'h3'
  readonly id: string
  readonly title: string
  readonly topics: readonly Topic[]
}

function Topics({ heading: Heading, id, title, topics }: TopicsProps) {
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      <ul className={styles.topics}>
        {topics.map((topic) => (
          <li key={topic.kind === 'term' ? topic.term : topic.code}>
            <TopicText topic={topic} />
          </li>
        ))}
      </ul>
    </section>
  )
}
