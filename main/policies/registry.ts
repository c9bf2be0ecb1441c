/** All policies by name, and those of one's own by what they are. */
import type { PolicyName } from '../../preload/contract/names'
import type { PolicyChoice } from '../../preload/contract/specs'
import { CreativeApp } from './creative-app'
import { CreativeAppFixed } from './creative-app-fixed'
import { DriverManaged } from './driver-managed'
import { FenceLru } from './fence-lru'
import { MappingLayer, MappingLayerPeriodic } from './mapping-layer'
import { NoPolicy } from './none'
import { OwnPolicy } from './own/own-policy'
import type { PolicyFactory, PolicyHost, ResidencyPolicy } from './policy'
import { Clock } from './published/clock'
import { D3dx12Residency } from './published/d3dx12-residency'
import { D3dx12ResidencyFixed } from './published/d3dx12-residency-fixed'
import { Dawn } from './published/dawn'
import { DawnFixed } from './published/dawn-fixed'
import { Glon12 } from './published/glon12'
import { Glon12Trim } from './published/glon12-trim'
import { TranslationLayer } from './published/translation-layer'
import { TranslationLayerFixed } from './published/translation-layer-fixed'
import { Vkd3dProton } from './published/vkd3d-proton'
import { Vkd3dProtonFixed } from './published/vkd3d-proton-fixed'
import { Arc } from './research/arc'
import { Dtr } from './research/dtr'
import { Gdsf } from './research/gdsf'
import { Lirs } from './research/lirs'
import { S3Fifo } from './research/s3-fifo'
import { Sieve } from './research/sieve'
import { TwoQueues } from './research/two-queues'
import { WTinyLfu } from './research/w-tinylfu'
import { SubmissionLru } from './submission-lru'

export const POLICIES: Readonly<Record<PolicyName, PolicyFactory>> = {
  none: (host) => new NoPolicy(host),
  'submission-lru': (host) => new SubmissionLru(host),
  'mapping-layer': (host) => new MappingLayer(host),
  'mapping-layer-periodic': (host) => new MappingLayerPeriodic(host),
  'driver-managed': (host) => new DriverManaged(host),
  'fence-lru': (host) => new FenceLru(host),
  'creative-app': (host) => new CreativeApp(host),
  'creative-app-fixed': (host) => new CreativeAppFixed(host),
  'd3dx12-residency': (host) => new D3dx12Residency(host),
  'd3dx12-residency-fixed': (host) => new D3dx12ResidencyFixed(host),
  'translation-layer': (host) => new TranslationLayer(host),
  'translation-layer-fixed': (host) => new TranslationLayerFixed(host),
  glon12: (host) => new Glon12(host),
  'glon12-trim': (host) => new Glon12Trim(host),
  dawn: (host) => new Dawn(host),
  'dawn-fixed': (host) => new DawnFixed(host),
  clock: (host) => new Clock(host),
  'vkd3d-proton': (host) => new Vkd3dProton(host),
  'vkd3d-proton-fixed': (host) => new Vkd3dProtonFixed(host),
  '2q': (host) => new TwoQueues(host),
  arc: (host) => new Arc(host),
  lirs: (host) => new Lirs(host),
  's3-fifo': (host) => new S3Fifo(host),
  sieve: (host) => new Sieve(host),
  gdsf: (host) => new Gdsf(host),
  'w-tinylfu': (host) => new WTinyLfu(host),
  dtr: (host) => new Dtr(host),
}

/**
 * Makes the policy that is to be in charge; one of one's own never fails here: what is wrong with it is a finding (LB-15).
 * @param before the same policy, as it was in charge of the device before this one; null: it begins now
 */
export function makePolicy(
  choice: PolicyChoice,
  host: PolicyHost,
  before: ResidencyPolicy | null = null,
): ResidencyPolicy {
  if (typeof choice === 'string') return POLICIES[choice](host)
  return new OwnPolicy(choice, host, before instanceof OwnPolicy ? before.faults : 0)
}
