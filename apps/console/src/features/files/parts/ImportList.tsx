import { COLUMNS, type ListKind, parseList } from '@greenwave/transfer/entityList'
import type { FileProblem } from '@greenwave/transfer/fileProblem'
import { unknownCustomers } from '@greenwave/transfer/listImport'
import { useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { type ImportedList, fetchCustomersByTitle } from '../../../data/queries/files.ts'
import { useTask } from '../../../shared/useTask.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { ChooseFile, type ChosenFile } from './ChooseFile.tsx'
import styles from './Files.module.css'
import { ProblemTable } from './ProblemTable.tsx'
import { SendList } from './SendList.tsx'

/** A list that was read from a file. */
interface ReadFile extends Omit<ImportedList, 'isOverwriting'> {
  readonly file: string
  readonly problems: readonly FileProblem[]
}

/** Reads a list, and looks up the customers whom it names. */
async function readFile(kind: ListKind, { name, text }: ChosenFile): Promise<ReadFile> {
  const list = parseList(kind, text)
  const customers = kind === 'customers' ? new Map() : await fetchCustomersByTitle()
  const problems = [...list.problems, ...unknownCustomers(list, customers)].toSorted((a, b) => a.line - b.line)
  return { file: name, kind, entries: list.entries, customers, problems }
}

/** Brings the lines of a file to the platform: problems line by line, or the way to import it. */
export function ImportList({ kind }: { readonly kind: ListKind }) {
  const t = useTexts('admin', 'files')
  const [nth, setNth] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const [hasUnsaved, setHasUnsaved] = useState(false)
  /** A file that was chosen while what is secret of the one before is not saved. */
  const [asked, setAsked] = useState<ChosenFile>()
  const { state, run } = useTask<never, ReadFile>()
  const choose = (file: ChosenFile) => {
    setNth(nth + 1)
    setHasUnsaved(false)
    void run(() => readFile(kind, file))
  }
  const columns = COLUMNS[kind]
  const needed = columns.filter((one) => 'isRequired' in one)
  const namesOf = (some: readonly { readonly column: string }[]) => some.map(({ column }) => column).join(', ')
  const isGood = state.kind === 'done' && state.done.problems.length === 0
  return (
    <>
      <Card title={t('import')}>
        <div className={styles.fields}>
          <p className={styles.hint}>{t('list.columns', { columns: namesOf(columns), needed: namesOf(needed) })}</p>
          <p className={styles.hint}>
            {t('list.rules')} {kind === 'devices' && t('list.logins')} {kind === 'users' && t('list.noMail')}
          </p>
          <ChooseFile
            accept=".csv"
            chosen={state.kind === 'done' ? state.done.file : undefined}
            disabled={isBusy}
            onFile={hasUnsaved ? setAsked : choose}
          />
          {state.kind === 'failed' && <ErrorText>{errorText(state.error, t('compareFailed'))}</ErrorText>}
          {state.kind === 'done' && !isGood && <ProblemTable problems={state.done.problems} />}
        </div>
      </Card>
      {isGood && (
        <SendList
          key={nth}
          nth={nth}
          list={state.done}
          file={state.done.file}
          onBusy={setIsBusy}
          hasUnsaved={hasUnsaved}
          onUnsaved={setHasUnsaved}
        />
      )}
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('list.otherTitle')}
        confirmLabel={t('other')}
        danger
        submitting={false}
        onConfirm={() => {
          if (asked) choose(asked)
          setAsked(undefined)
          return undefined
        }}
        onClose={() => setAsked(undefined)}
      >
        {t('list.otherText')}
      </ConfirmDialog>
    </>
  )
}
