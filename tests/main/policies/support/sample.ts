/**
 * The seed's sample program, ported line by line onto plain objects: an oracle that shares no code with the policy. Its
 * member names and the order of its statements are those of the C++ text. What the text cannot say (the order of a map
 * keyed by pointers) is the order of registration. `Fixed` overrides only the three points that TN-34 names.
 */

export type Status = 'Resident' | 'Evicted'
export type Reason = 'opportunistic' | 'periodic' | 'budget'

export interface SampleInfo {
  pResource: string
  SizeInBytes: number
  LastNotificationUsage: number
  LastSubmissionUsage: number
  Status: Status
  /** not in the sample: the submission that used it last, 0: none */
  fence: number
}

const c_OpportunisticSubmissionEvictionLRUWindow = 3

export class Sample {
  m_LastTrimNotificationReceivedIndex = 0
  m_ExecuteCommandListsIndex = 0
  m_EffectResources = new Map<string, SampleInfo[]>()
  /** not in the sample: the last submission that the GPU has finished */
  completed = 0
  /** what it did: "evict name reason" and "make resident a,b" */
  readonly did: string[] = []

  RegisterEffectResource(pResource: string, SizeInBytes: number, effectType: string, Status: Status): void {
    const resources = this.m_EffectResources.get(effectType) ?? []
    resources.push({
      pResource,
      SizeInBytes,
      LastNotificationUsage: this.m_LastTrimNotificationReceivedIndex,
      LastSubmissionUsage: Math.max(this.m_ExecuteCommandListsIndex, 1),
      Status,
      fence: 0,
    })
    this.m_EffectResources.set(effectType, resources)
  }

  /** Not in the sample, which never releases a resource. */
  ReleaseEffectResource(pResource: string, effectType: string): void {
    const left = (this.m_EffectResources.get(effectType) ?? []).filter((info) => info.pResource !== pResource)
    if (left.length === 0) this.m_EffectResources.delete(effectType)
    else this.m_EffectResources.set(effectType, left)
  }

  ApplyEffect(effectType: string): void {
    for (const [otherEffectType, resources] of this.m_EffectResources) {
      if (otherEffectType !== effectType) {
        for (const info of resources) {
          if (
            this.m_ExecuteCommandListsIndex >= c_OpportunisticSubmissionEvictionLRUWindow &&
            info.LastSubmissionUsage <= this.m_ExecuteCommandListsIndex - c_OpportunisticSubmissionEvictionLRUWindow &&
            info.Status !== 'Evicted' &&
            this.opportunisticGuard(info)
          ) {
            this.Evict(info, 'opportunistic')
          }
        }
      }
    }
    const resources = this.m_EffectResources.get(effectType) ?? []
    const pageables: string[] = []
    for (const info of resources) if (info.Status !== 'Resident') pageables.push(info.pResource)
    if (pageables.length > 0) this.did.push(`make resident ${pageables.join(',')}`)
    this.m_ExecuteCommandListsIndex++
    for (const info of resources) {
      info.LastSubmissionUsage = this.m_ExecuteCommandListsIndex
      info.LastNotificationUsage = this.m_LastTrimNotificationReceivedIndex
      info.Status = 'Resident'
      info.fence = this.m_ExecuteCommandListsIndex
    }
  }

  TrimCallback(Flags: number, NumBytesToTrim: number): void {
    if (Flags & 1) {
      this.m_LastTrimNotificationReceivedIndex++
      const notificationThreshold = this.threshold()
      for (const resources of this.m_EffectResources.values())
        for (const info of resources)
          if (info.LastNotificationUsage < notificationThreshold && info.Status !== 'Evicted' && this.guard(info))
            this.Evict(info, 'periodic')
    }
    if (Flags & 4) this.trimToBudget(NumBytesToTrim)
    if (Flags & 2) this.restart()
  }

  private trimToBudget(bytesToTrim: number): void {
    let bytesFreed = 0
    const resourcesByUsage: SampleInfo[] = []
    for (const resources of this.m_EffectResources.values()) for (const info of resources) resourcesByUsage.push(info)
    resourcesByUsage.sort((a, b) => a.LastSubmissionUsage - b.LastSubmissionUsage)
    for (const pInfo of resourcesByUsage) {
      if (bytesFreed >= bytesToTrim) break
      if (pInfo.Status !== 'Evicted' && this.guard(pInfo)) {
        this.Evict(pInfo, 'budget')
        bytesFreed += pInfo.SizeInBytes
      }
    }
  }

  private Evict(info: SampleInfo, reason: Reason): void {
    this.did.push(`evict ${info.pResource} ${reason}`)
    info.Status = 'Evicted'
  }

  protected threshold(): number {
    return this.m_LastTrimNotificationReceivedIndex
  }

  protected guard(info: SampleInfo): boolean {
    return info.LastSubmissionUsage < this.m_ExecuteCommandListsIndex
  }

  protected opportunisticGuard(_info: SampleInfo): boolean {
    return true
  }

  protected restart(): void {
    this.m_LastTrimNotificationReceivedIndex = 0
    for (const resources of this.m_EffectResources.values())
      for (const info of resources) info.LastNotificationUsage = 0
  }
}

/** TN-34: what the three faults become when they are mended. */
export class Fixed extends Sample {
  protected override threshold(): number {
    return this.m_LastTrimNotificationReceivedIndex - 1
  }

  protected override guard(info: SampleInfo): boolean {
    return info.fence <= this.completed
  }

  protected override opportunisticGuard(info: SampleInfo): boolean {
    return info.fence <= this.completed
  }

  protected override restart(): void {
    for (const resources of this.m_EffectResources.values())
      for (const info of resources) {
        const inFlight = info.fence > this.completed
        info.LastNotificationUsage = this.m_LastTrimNotificationReceivedIndex - (inFlight ? 0 : 1)
      }
  }
}
