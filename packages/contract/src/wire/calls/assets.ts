/** Calls about assets and the names of their profiles. */
import * as z from 'zod/mini'
import { Asset, AssetInfo, AssetProfileName, AssetRequest } from '../assets.ts'
import { Uuid } from '../ids.ts'
import { PageQuery, pageOf } from '../page.ts'
import { tolerantRows } from '../tolerant.ts'
import { defineCalls } from './call.ts'
import { assetId, customerId, text } from './parts.ts'

const PlainAssetListQuery = z.extend(PageQuery, { type: text })
const AssetListQuery = z.extend(PlainAssetListQuery, { assetProfileId: text })

export const assetCalls = defineCalls({
  tenantAssets: {
    method: 'GET',
    path: '/api/tenant/assetInfos',
    query: AssetListQuery,
    reply: pageOf(AssetInfo),
    storable: true,
  },
  customerAssets: {
    method: 'GET',
    path: '/api/customer/:customerId/assetInfos',
    params: customerId,
    query: AssetListQuery,
    reply: pageOf(AssetInfo),
    storable: true,
  },
  tenantPlainAssets: {
    method: 'GET',
    path: '/api/tenant/assets',
    query: z.extend(z.partial(PlainAssetListQuery), { assetName: text }),
    reply: z.union([pageOf(Asset), Asset]),
  },
  customerPlainAssets: {
    method: 'GET',
    path: '/api/customer/:customerId/assets',
    params: customerId,
    query: PlainAssetListQuery,
    reply: pageOf(Asset),
  },
  assetByName: {
    method: 'GET',
    path: '/api/tenant/asset',
    query: z.object({ assetName: z.string() }),
    reply: Asset,
  },
  assetInfo: { method: 'GET', path: '/api/asset/info/:assetId', params: assetId, reply: AssetInfo },
  asset: { method: 'GET', path: '/api/asset/:assetId', params: assetId, reply: Asset },
  saveAsset: {
    method: 'POST',
    path: '/api/asset',
    query: z.object({ nameConflictPolicy: text }),
    body: AssetRequest,
    reply: Asset,
    versioned: true,
  },
  deleteAsset: { method: 'DELETE', path: '/api/asset/:assetId', params: assetId },
  assignAsset: {
    method: 'POST',
    path: '/api/customer/:customerId/asset/:assetId',
    params: z.object({ customerId: Uuid, assetId: Uuid }),
    reply: Asset,
  },
  unassignAsset: {
    method: 'DELETE',
    path: '/api/customer/asset/:assetId',
    params: assetId,
    reply: Asset,
  },
  assetProfileNames: {
    method: 'GET',
    path: '/api/assetProfile/names',
    reply: tolerantRows('list', z.array(AssetProfileName), AssetProfileName),
  },
})
