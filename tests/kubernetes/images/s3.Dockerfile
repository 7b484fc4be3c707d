# A stand-in for versity/versitygw where no image can be pulled: its static program (`go install`) and nothing else.
FROM scratch
COPY versitygw /versitygw
COPY data /data
ENTRYPOINT ["/versitygw"]
