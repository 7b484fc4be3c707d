{{/* (dict "root" $ "row" $row "name" … "account" … "replicas" … "dispatches" bool) */}}
{{- define "rotamer.deployment" -}}
{{- $root := .root }}
{{- $row := .row }}
{{- $labels := dict "root" $root "component" .name }}
{{- $claim := ternary $root.Values.datasets.claim "" (eq (toString $row.datasets) "true") }}
{{- $cache := ternary $root.Values.datasets.cache.sizeGiB 0 (and (eq (toString $row.datasets) "true") (not .dispatches)) }}
{{- if and $claim $root.Values.datasets.cache.sizeGiB }}{{ fail "set datasets.claim or datasets.cache.sizeGiB, not both" }}{{ end }}
{{- $tools := ternary $root.Values.tools dict (has $row.name (list "jobs" "runner")) }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .name }}
  namespace: {{ $root.Release.Namespace }}
  labels: {{- include "rotamer.labels" $labels | nindent 4 }}
spec:
  {{- if not $row.autoscaling.enabled }}
  replicas: {{ .replicas }}
  {{- end }}
  revisionHistoryLimit: 3
  strategy: { type: RollingUpdate, rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
  selector:
    matchLabels: {{- include "rotamer.selector" $labels | nindent 6 }}
  template:
    metadata:
      labels: {{- include "rotamer.labels" $labels | nindent 8 }}
      {{- /* Tools are read at the start, so a changed tool must cause a rollout. */}}
      {{- with merge (dict) ($row.annotations | default dict) ($tools | empty | ternary dict (dict "rotamer.io/tools" ($tools | toJson | sha256sum))) }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ .account }}
      automountServiceAccountToken: {{ .dispatches | default false }}
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ $root.Values.drain.graceSeconds }}
      securityContext: {{- include "rotamer.podSecurity" . | nindent 8 }}
      {{- with $root.Values.image.pullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.dnsConfig }}
      dnsConfig: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $row.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $row.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
        - maxSkew: 1
          topologyKey: {{ . }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "rotamer.selector" $labels | nindent 14 }}
        {{- end }}
      containers:
        - name: {{ $row.name }}
          image: {{ $row.image | default (include "rotamer.image" (dict "root" $root "service" $row.name)) }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          {{- if $root.Values.develop }}
          command: [node, --watch, services/{{ $row.name }}/src/main.ts]
          {{- end }}
          env: {{- include "rotamer.environment" (dict "root" $root "row" $row) | trim | nindent 12 }}
          {{- if $tools }}
            {{- include "rotamer.env" (list "ROTAMER_TOOLS_FOLDERS" "/etc/rotamer/tools") | nindent 12 }}
          {{- end }}
          {{- if or $claim $cache }}
            {{- include "rotamer.env" (list "ROTAMER_DATASETS" "/var/lib/rotamer/datasets") | nindent 12 }}
          {{- end }}
          {{- if $cache }}
            {{- include "rotamer.env" (list "ROTAMER_DATASETS_CACHE_GIB" (toString $cache)) | nindent 12 }}
          {{- end }}
          {{- if .dispatches }}
            {{- include "rotamer.secretEnv" (list "ROTAMER_ATTEMPT_TOKEN" $root.Values.secrets.tokens.name "attempt-token") | nindent 12 }}
          {{- end }}
          ports:
            {{- if $row.grpc }}
            - { name: grpc, containerPort: 9000 }
            {{- end }}
            {{- if $row.http }}
            - { name: http, containerPort: 8080 }
            {{- end }}
            - { name: health, containerPort: 9001 }
            - { name: metrics, containerPort: 9464 }
          {{- include "rotamer.probes" . | nindent 10 }}
          lifecycle: { preStop: { sleep: { seconds: {{ $root.Values.drain.preStopSeconds }} } } }
          securityContext: {{- include "rotamer.containerSecurity" (mustMergeOverwrite (dict "readOnlyRootFilesystem" (not $root.Values.develop)) ($row.securityContext | default dict)) | nindent 12 }}
          resources: {{- include "rotamer.resources" $row.resources | nindent 12 }}
          volumeMounts: {{- include "rotamer.volumeMounts" $root | nindent 12 }}
            {{- if $tools }}
            - { name: tools, mountPath: /etc/rotamer/tools, readOnly: true }
            {{- end }}
            {{- if $claim }}
            - { name: datasets, mountPath: /var/lib/rotamer/datasets, readOnly: true }
            {{- end }}
            {{- if $cache }}
            - { name: datasets, mountPath: /var/lib/rotamer/datasets }
            {{- end }}
      volumes: {{- include "rotamer.volumes" (dict "root" $root "tls" $row.name "tmp" $row.tmp) | nindent 8 }}
        {{- with $tools }}
        - name: tools
          configMap:
            name: tools
            items:
              {{- range $id, $_ := . }}
              - { key: {{ $id }}.yaml, path: {{ $id }}/tool.yaml }
              {{- end }}
        {{- end }}
        {{- with $claim }}
        - { name: datasets, persistentVolumeClaim: { claimName: {{ . }}, readOnly: true } }
        {{- end }}
        {{- if $cache }}
        - name: datasets
          {{- if $root.Values.datasets.cache.volume }}
          {{- toYaml $root.Values.datasets.cache.volume | nindent 10 }}
          {{- else }}
          emptyDir: {}
          {{- end }}
        {{- end }}
{{- end }}
