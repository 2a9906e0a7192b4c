import { parseCorridor } from '@greenwave/contract/records/corridors'
import type { Wave } from '@greenwave/contract/records/waves'
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { Link, useNavigate } from '@tanstack/react-router'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import list from '../../../ui/lists/ListTable.module.css'
import { type ListColumn, LongText } from '../../../ui/lists/ListTable.tsx'
import { RowActions } from '../../../ui/lists/RowActions.tsx'
import type { CorridorsAddress } from '../model/corridorsAddress.ts'
import { useMetresText } from '../words/useCorridorWords.ts'
import { WaveCell } from './WaveCell.tsx'

type CorridorColumn = ListColumn<AssetInfo, CorridorsAddress['sortProperty']>

/**
 * Returns the columns of the corridor list. The name links to the corridor.
 *
 * @param waves how they are on the street, by id; undefined while that is not known
 * @param onDelete asks whether to delete one; undefined for users who may only watch
 */
export function useCorridorColumns(
  waves: ReadonlyMap<string, Wave> | undefined,
  onDelete: ((corridor: AssetInfo) => void) | undefined,
): readonly CorridorColumn[] {
  const t = useTexts('corridors')
  const metresText = useMetresText()
  const navigate = useNavigate()
  const junctionsOf = (corridor: AssetInfo) => parseCorridor(corridor)?.junctions
  const lengthOf = (corridor: AssetInfo) =>
    junctionsOf(corridor)?.reduce((metres, { distance }) => metres + (distance ?? 0), 0)
  const shown: readonly CorridorColumn[] = [
    {
      label: t('name'),
      sortBy: 'name',
      part: 'title',
      cell: ({ id, name }) => (
        <Link className={list.rowLink} to="/corridors/$corridorId" params={{ corridorId: id.id }}>
          <LongText>{name}</LongText>
        </Link>
      ),
    },
    {
      label: t('junctions'),
      cell: (corridor) => <span className={list.number}>{junctionsOf(corridor)?.length ?? '–'}</span>,
    },
    { label: t('length'), cell: (corridor) => <span className={list.number}>{metresText(lengthOf(corridor))}</span> },
    { label: t('waveColumn'), cell: ({ id }) => <WaveCell wave={waves?.get(id.id)} /> },
    {
      label: t('customer'),
      sortBy: 'customerTitle',
      cell: ({ customerTitle }) => <LongText>{customerTitle?.trim() || '–'}</LongText>,
    },
    {
      label: t('created'),
      sortBy: 'createdTime',
      cell: ({ createdTime }) => <span className={list.number}>{dateText(createdTime)}</span>,
    },
  ]
  if (!onDelete) return shown
  const actions: CorridorColumn = {
    label: t('actions'),
    part: 'actions',
    cell: (corridor) => (
      <RowActions
        actions={[
          { action: 'edit', label: t('edit', { name: corridor.name }), icon: IconPencil },
          { action: 'delete', label: t('delete', { name: corridor.name }), icon: IconTrash, danger: true },
        ]}
        onAction={(action) =>
          action === 'delete'
            ? onDelete(corridor)
            : void navigate({ to: '/corridors/$corridorId/edit', params: { corridorId: corridor.id.id } })
        }
      />
    ),
  }
  return [...shown, actions]
}
