import { Button } from '@mantine/core'
import { createContext, type ReactNode, use, useId, useState } from 'react'
import { useSession } from '../../../data/session.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import {
  isSectionOpen,
  readSections,
  SECTIONS,
  type Section,
  type SectionStates,
  writeSections,
} from '../model/openSections.ts'
import styles from './Reports.module.css'

interface Sections {
  readonly states: SectionStates
  readonly choose: (sections: readonly Section[], isOpen: boolean) => void
}

const SectionsContext = createContext<Sections>({ states: {}, choose: () => {} })

/** Remembers which sections its content's user opened. */
export function ReportSections({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  const userId = session.state === 'signedIn' ? session.user.userId : ''
  const [states, setStates] = useState(() => readSections(userId))
  const choose = (sections: readonly Section[], isOpen: boolean): void => {
    const next = { ...states, ...Object.fromEntries(sections.map((section) => [section, isOpen])) }
    setStates(next)
    writeSections(userId, next)
  }
  return <SectionsContext value={{ states, choose }}>{children}</SectionsContext>
}

/** Opens all parts; closes them where all are open. */
export function OpenAllButton() {
  const t = useTexts('monitoring', 'reports')
  const { states, choose } = use(SectionsContext)
  const isAllOpen = SECTIONS.every((section) => isSectionOpen(states, section))
  return (
    <div className={styles.openAll}>
      <Button variant="default" onClick={() => choose(SECTIONS, !isAllOpen)}>
        {t(isAllOpen ? 'verdict.closeAll' : 'verdict.openAll')}
      </Button>
    </div>
  )
}

export interface ReportSectionProps {
  readonly section: Section
  readonly title: string
  /** Buttons above the content. */
  readonly actions?: ReactNode
  /** False for content that reaches the edges. */
  readonly padded?: boolean
  readonly children: ReactNode
}

/** A part of the report that opens below the verdict. On paper it is open. */
export function ReportSection({ section, title, actions, padded = true, children }: ReportSectionProps) {
  const { states, choose } = use(SectionsContext)
  const titleId = useId()
  const isOpen = isSectionOpen(states, section)
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open !== isOpen) choose([section], currentTarget.open)
        }}
      >
        <summary>
          <h2 id={titleId}>{title}</h2>
        </summary>
        {actions && <div className={styles.sectionActions}>{actions}</div>}
        <div className={padded ? styles.padded : undefined}>{children}</div>
      </details>
    </section>
  )
}
