{{/* Settings of the runner that starts a Job for each attempt, besides those of its row. */}}
{{- define "rotamer.dispatcherEnvironment" -}}
{{- with .Values.toolPods }}
ROTAMER_EXECUTOR: kubernetes
# Tool pods continue without this runner, so it need not wait for them.
ROTAMER_DRAIN_SECONDS: '0'
ROTAMER_SLOTS: {{ .slots | quote }}
ROTAMER_POD_NAMESPACE: {{ include "rotamer.toolNamespace" $ }}
ROTAMER_POD_IMAGE: {{ .image | default (include "rotamer.image" (dict "root" $ "service" "runner")) }}
ROTAMER_POD_IMAGE_PULL_POLICY: {{ $.Values.image.pullPolicy }}
ROTAMER_POD_JOBS_ADDRESS: jobs.{{ $.Release.Namespace }}.svc:9000
ROTAMER_POD_TTL_SECONDS: {{ .ttlSeconds | quote }}
ROTAMER_POD_START_SECONDS: {{ .startSeconds | quote }}
ROTAMER_POD_CPU_SHARE: {{ .cpuShare | quote }}
ROTAMER_POD_SANDBOX: {{ .sandbox }}
ROTAMER_POD_LABELS: {{ include "rotamer.selector" (dict "root" $ "component" "attempt") | fromYaml | toJson | quote }}
{{- with .queue }}
ROTAMER_POD_QUEUE: {{ . }}
{{- end }}
{{- if eq .seccompProfile.type "Localhost" }}
ROTAMER_POD_SECCOMP_PROFILE: {{ .seccompProfile.localhostProfile }}
{{- end }}
{{- with $.Values.datasets.claim }}
ROTAMER_POD_DATASETS_CLAIM: {{ . }}
{{- end }}
{{- if ne $.Values.tls.mode "none" }}
ROTAMER_POD_TLS_SECRET: attempt-grpc-tls
{{- end }}
{{- end }}
{{- end }}
