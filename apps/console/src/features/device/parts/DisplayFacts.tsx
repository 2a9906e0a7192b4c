import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { useDisplayWords } from '../../../shared/useDisplayWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { controlsDiffer, differingLines, displayLines, type StyleSource } from '../model/displayLines.ts'
import { useDisplayLineText } from '../words/useDisplayLineText.ts'
import { EditButton } from './EditButton.tsx'
import { Fact } from './Facts.tsx'
import styles from './Facts.module.css'

interface DisplayFactsProps {
  readonly deviceId: string
  readonly onOpen: OpenDialog | undefined
}

const stylesOf = ({ observed }: DeviceState) => observed.styles

/** Facts about displays and control: each with where it comes from, and with what was learned where that differs. */
export function DisplayFacts({ deviceId, onOpen }: DisplayFactsProps) {
  const t = useTexts('settings', 'displays')
  const { controlText } = useDisplayWords()
  const lineText = useDisplayLineText()
  const { set, learned } = useDevice(deviceId, stylesOf)
  const differing = differingLines({ set, learned })
  const control = set.control ?? learned.control
  return (
    <>
      <Fact
        name={t('display')}
        action={onOpen && <EditButton label={t('edit')} onClick={() => onOpen({ kind: 'displays' })} />}
        value={displayLines({ set, learned }).map((line) => (
          <span key={`${line.source} ${lineText(line)}`} className={styles.line}>
            {lineText(line)} <Source of={line.source} />
          </span>
        ))}
      >
        {differing.length > 0 && <Differs learned={differing.map(lineText).join('; ')} />}
      </Fact>
      <Fact
        name={t('control')}
        value={
          <span className={styles.line}>
            {control && controlText(control)} <Source of={set.control ? 'set' : control ? 'learned' : 'unknown'} />
          </span>
        }
      >
        {learned.control && controlsDiffer(set.control, learned.control) && (
          <Differs learned={controlText(learned.control)} />
        )}
      </Fact>
    </>
  )
}

/** Where a style or a control comes from. */
function Source({ of }: { of: StyleSource }) {
  const t = useTexts('settings', 'displays')
  return (
    <StatusTag tone="mute" title={t(`sourceHints.${of}`)}>
      {t(`sources.${of}`)}
    </StatusTag>
  )
}

/** Learned style or control where another one is set. */
function Differs({ learned }: { learned: string }) {
  const t = useTexts('settings', 'displays')
  return (
    <span className={styles.differs}>
      <StatusTag tone="warn">{t('differs', { learned })}</StatusTag> {t('differsHint')}
    </span>
  )
}
