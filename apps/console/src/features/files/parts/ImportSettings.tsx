import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import { howManyFit } from '@greenwave/contract/records/rollouts'
import type { FileProblem } from '@greenwave/transfer/fileProblem'
import { parseSettingsFile } from '@greenwave/transfer/settingsFile'
import type { ImportedJunction } from '@greenwave/transfer/settingsImport'
import { type ReactNode, useMemo, useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { compareJunctions } from '../../../data/queries/files.ts'
import { useTask } from '../../../shared/useTask.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { ChooseFile, type ChosenFile } from './ChooseFile.tsx'
import styles from './Files.module.css'
import { ProblemTable } from './ProblemTable.tsx'

/** Previews what junctions are to have, each for itself, and sends it in stages. */
export type RenderSend = (
  title: string,
  values: ReadonlyMap<string, AttributeSet>,
  nameOf: (deviceId: string) => string,
) => ReactNode

interface Compared {
  readonly file: string
  readonly problems: readonly FileProblem[]
  /** All junctions of the file, and those that would change. */
  readonly total: number
  readonly differing: readonly ImportedJunction[]
}

/** Reads a file of settings, and compares it with what the junctions have. */
async function compared(
  { name, text }: ChosenFile,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<Compared> {
  const read = parseSettingsFile(text)
  const preview = await compareJunctions(read.junctions, onShare, signal)
  return {
    file: name,
    problems: [...read.problems, ...preview.problems].toSorted((a, b) => a.line - b.line),
    total: preview.junctions.length,
    differing: preview.junctions.filter(({ preview: { cells } }) => cells.length > 0),
  }
}

/** Sets junctions to what a file says: problems line by line, or what would change and the way to send it. */
export function ImportSettings({ renderSend }: { readonly renderSend: RenderSend }) {
  const t = useTexts('admin', 'files')
  const [chosen, setChosen] = useState<string>()
  const { state, run } = useTask<number, Compared>()
  const choose = (file: ChosenFile) => {
    setChosen(file.name)
    void run((signal, onShare) => compared(file, signal, onShare))
  }
  return (
    <>
      <Card title={t('import')}>
        <div className={styles.fields}>
          <p className={styles.hint}>{t('settings.importHint')}</p>
          <ChooseFile accept=".csv,.json" chosen={chosen} onFile={choose} />
          {state.kind === 'running' && (
            <output className={styles.hint}>
              {t('comparing', { percent: Math.round((state.progress ?? 0) * 100) })}
            </output>
          )}
          {state.kind === 'failed' && <ErrorText>{errorText(state.error, t('compareFailed'))}</ErrorText>}
          {state.kind === 'done' && state.done.problems.length > 0 && <ProblemTable problems={state.done.problems} />}
          {state.kind === 'done' && state.done.problems.length === 0 && state.done.differing.length === 0 && (
            <output className={styles.hint}>{t('settings.same', { count: state.done.total })}</output>
          )}
        </div>
      </Card>
      {state.kind === 'done' && state.done.problems.length === 0 && state.done.differing.length > 0 && (
        <Changes compared={state.done} renderSend={renderSend} />
      )}
    </>
  )
}

interface ChangesProps {
  readonly compared: Compared
  readonly renderSend: RenderSend
}

/** Sends only the differences, so that concurrent changes by other users are preserved. */
function Changes({ compared: { file, differing }, renderSend }: ChangesProps) {
  const t = useTexts('admin', 'files')
  const { own, names } = useMemo(() => {
    const all = differing.map(({ deviceId, junction, label, preview: { cells } }) => ({
      deviceId,
      name: label || junction.name,
      values: Object.fromEntries(cells.map(({ key, after }) => [key, after])),
    }))
    const first = all.slice(0, howManyFit(all.map(({ values }) => values)))
    return {
      own: new Map(first.map(({ deviceId, values }) => [deviceId, values])),
      names: new Map(first.map(({ deviceId, name }) => [deviceId, name])),
    }
  }, [differing])
  return (
    <>
      {own.size < differing.length && (
        <p className={styles.hint}>{t('settings.first', { count: own.size, total: differing.length })}</p>
      )}
      {renderSend(t('settings.rolloutTitle', { file: file.slice(-MOST_FILE_NAME) }), own, (id) => names.get(id) ?? '…')}
    </>
  )
}

/** As much of the name of a file as the title of a change of many junctions has room for, characters. */
const MOST_FILE_NAME = 120
