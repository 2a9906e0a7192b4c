import { compareSettings, keysOfBoth, sameWhereUnasked } from '@greenwave/changes/compare'
import type { AttributeSet, ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { Button, Switch } from '@mantine/core'
import IconArrowsDiff from '@tabler/icons-react/dist/esm/icons/IconArrowsDiff.mjs'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../data/session.ts'
import { dateText } from '../../shared/dateText.ts'
import { ChangesTabs } from '../../shared/ChangesTabs.tsx'
import { NamedPhases } from '../../shared/NamedPhases.tsx'
import { useChangeWords } from '../../shared/useChangeWords.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { ReadingPage } from '../../ui/page/ReadingPage.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { type CompareAddress, type ComparedSide, parseSide } from './model/compareAddress.ts'
import changes from './parts/Changes.module.css'
import styles from './parts/Compare.module.css'
import { SideChoice } from './parts/SideChoice.tsx'
import { type SideSettings, useComparedSide } from './parts/useComparedSide.ts'

/** Point in the history that the user wants to restore. */
export interface RestoredPoint {
  readonly deviceId: string
  readonly change: ChangeRecord
  readonly how: 'before' | 'after'
}

/** Properties of `ComparePage`. */
export interface ComparePageProps {
  readonly address: CompareAddress
  /** Applies a change to the address. */
  readonly onAddress: (change: Partial<CompareAddress>) => void
  /** Renders the dialog that brings settings back. It is a property because features do not import one another. */
  readonly renderRestore: (subject: RestoredPoint, opened: boolean, onClose: () => void) => ReactNode
}

/**
 * Compares the settings of two junctions or of two points in time, as set, reported or observed: the differences
 * alone, unless all is wanted. Its address is a link to the comparison.
 */
export function ComparePage({ address, onAddress, renderRestore }: ComparePageProps) {
  const t = useTexts('settings', 'changes')
  usePageTitle(t('compare'))
  const session = useSession()
  const mayChange = session.state === 'signedIn' && session.isTenantAdmin
  const sides = [parseSide(address.left), parseSide(address.right)] as const
  const left = useComparedSide(sides[0])
  const right = useComparedSide(sides[1])
  const [restored, setRestored] = useState<RestoredPoint | null>(null)
  const restore = mayChange ? setRestored : undefined
  return (
    <ReadingPage title={t('compare')}>
      <ChangesTabs junction={sides[0]?.deviceId} />
      <Card padded={false} className={changes.card ?? ''}>
        <div className={styles.choices}>
          <SideChoice label={t('left')} side={sides[0]} onChange={(side) => onAddress({ left: side })} />
          <SideChoice label={t('right')} side={sides[1]} onChange={(side) => onAddress({ right: side })} />
          <Switch
            label={t('showSame')}
            checked={address.all === true}
            onChange={(event) => onAddress({ all: event.currentTarget.checked || undefined })}
          />
        </div>
        {!sides[0] || !sides[1] ? (
          <EmptyState icon={IconArrowsDiff} title={t('chooseTwo')} />
        ) : (
          <NamedPhases deviceId={sides[0].deviceId === sides[1].deviceId ? sides[0].deviceId : null}>
            <Compared
              sides={[sides[0], sides[1]]}
              left={left}
              right={right}
              all={address.all === true}
              onRestore={restore}
            />
          </NamedPhases>
        )}
      </Card>
      <DialogSlot
        subject={restored}
        render={(subject, opened) => renderRestore(subject, opened, () => setRestored(null))}
      />
    </ReadingPage>
  )
}

interface ComparedProps {
  readonly sides: readonly [ComparedSide, ComparedSide]
  readonly left: SideSettings
  readonly right: SideSettings
  readonly all: boolean
  readonly onRestore: ((point: RestoredPoint) => void) | undefined
}

function Compared({ sides, left, right, all, onRestore }: ComparedProps) {
  const t = useTexts('settings', 'changes')
  const { nameOf, valueText } = useChangeWords()
  const error = left.error ?? right.error
  if (error) return <ErrorState error={error} fallback={t('loadFailed')} />
  if (left.isMissing || right.isMissing) return <EmptyState icon={IconArrowsDiff} title={t('pointMissing')} />
  if (!left.settings || !right.settings) return <SkeletonRows rows={6} height={32} />
  const compared = comparedOf(sides, left.settings, right.settings)
  const differing = compared.filter(({ isSame }) => !isSame)
  const shown = all ? compared : differing
  return (
    <>
      <p className={styles.count} role="status">
        {differing.length === 0 ? t('noDifference') : t('differences', { count: differing.length })}
      </p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('setting')}</th>
              <SideHead side={sides[0]} settings={left} onRestore={onRestore} />
              <SideHead side={sides[1]} settings={right} onRestore={onRestore} />
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, left: one, right: other, isSame }) => (
              <tr key={key} data-same={isSame || undefined}>
                <th scope="row">{nameOf(key)}</th>
                <td>{valueText(key, one)}</td>
                <td>
                  {valueText(key, other)}
                  {!isSame && (
                    <span className={styles.mark} aria-hidden="true">
                      {' '}
                      ≠
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function comparedOf(sides: ComparedProps['sides'], left: AttributeSet, right: AttributeSet) {
  const compared = compareSettings(left, right)
  const [one, other] = sides.map(({ point }) => point.kind)
  if (one === 'observed' || other === 'observed') return keysOfBoth(compared)
  if (one === other || (one !== 'reported' && other !== 'reported')) return compared
  return sameWhereUnasked(compared, one === 'reported' ? 'right' : 'left')
}

interface SideHeadProps {
  readonly side: ComparedSide
  readonly settings: SideSettings
  readonly onRestore: ((point: RestoredPoint) => void) | undefined
}

function SideHead({ side: { deviceId, point }, settings: { title, change }, onRestore }: SideHeadProps) {
  const t = useTexts('settings', 'changes')
  const time = 'atMs' in point ? dateText(point.atMs) : ''
  const isSettings = change?.scope === 'SHARED_SCOPE'
  return (
    <th scope="col">
      <Link to="/devices/$deviceId" params={{ deviceId }}>
        {title}
      </Link>
      <small>{t(`points.${point.kind}`, { time })}</small>
      {'atMs' in point && change && isSettings && onRestore && (
        <Button size="xs" variant="default" onClick={() => onRestore({ deviceId, change, how: point.kind })}>
          {t('restore')}
        </Button>
      )}
    </th>
  )
}
